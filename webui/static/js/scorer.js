// Become the scorer, hand the pencil on, put it down.

import { post } from "./commands.js";
import { h } from "./dom.js";

const at = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);

function notice(text) {
  at("notice").hidden = false;
  at("notice").textContent = text;
}

async function claim(key) {
  try {
    await post("/api/scorer/claim", { key });
    const next = parameters.get("next");
    location.replace(next === "/camera" ? next : "/");
  } catch (error) {
    notice(error.message);
  }
}

at("claim")?.addEventListener("submit", (event) => {
  event.preventDefault();
  claim(at("pin").value.trim());
});

at("release")?.addEventListener("click", async () => {
  try {
    await post("/api/scorer/release");
    location.replace("/");
  } catch (error) {
    notice(error.message);
  }
});

at("handover")?.addEventListener("click", async () => {
  try {
    const { url } = await post("/api/scorer/handover");
    const key = new URL(url).searchParams.get("key");
    at("handover-link").hidden = false;
    at("handover-link").replaceChildren(
      h("img", { class: "qr", width: 200, height: 200, alt: "QR code for the next scorer", src: `/qr/handover.svg?key=${encodeURIComponent(key)}` }),
      h("p", {}, h("a", { href: url }, url)));
  } catch (error) {
    notice(error.message);
  }
});

// Whoever opens the link with the key is the scorer; the key leaves the address bar with the redirect.
const key = parameters.get("key");
if (key) claim(key);
