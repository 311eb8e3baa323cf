// Where the card pad needs the screen, questions and findings lie below it: one line above it says so and leads there.

import { counted, h } from "./dom.js";

function goTo(id) {
  const part = document.getElementById(id);
  part.scrollIntoView({ block: "start" });
  part.focus({ preventScroll: true });
}

/** How many questions and findings are open, and the newest of them in words. */
export function openItems({ questions, requests, verdicts }) {
  const asked = [...requests, ...questions];
  const found = verdicts.filter((item) => item.is_open);
  const newest = asked.at(-1) ?? found.at(-1);
  if (!newest) return [];
  const counts = [asked.length > 0 && counted(asked.length, "question"), found.length > 0 && counted(found.length, "finding")].filter(Boolean).join(", ");
  return h("button", { type: "button", class: "open-items", "data-key": "open-items", onclick: () => goTo("attention") },
    h("b", {}, counts), h("span", { class: "newest" }, newest.sentence));
}

/** Back up, to stand above the questions and findings. */
export function backToTheCards() {
  return h("button", { type: "button", class: "button small back-to-cards", "data-key": "back-to-cards", onclick: () => goTo("table") }, "Back to the cards");
}
