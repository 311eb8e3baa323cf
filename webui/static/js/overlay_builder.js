// Puts the overlay's address together and shows it on a chequered ground.

const at = (id) => document.getElementById(id);
const form = at("builder-form");
const preview = at("preview");

function address() {
  const parameters = new URLSearchParams();
  const panels = [...form.querySelectorAll("[name=panel]:checked")].map((box) => box.value);
  parameters.set("panels", panels.join(","));
  parameters.set("side", form.elements.side.value);
  if (form.elements.scale.value !== "1") parameters.set("scale", form.elements.scale.value);
  if (form.elements.stale.value !== "hide") parameters.set("stale", form.elements.stale.value);
  if (form.elements.poll.value) parameters.set("poll", form.elements.poll.value);
  return `${location.origin}/overlay?${parameters.toString().replaceAll("%2C", ",")}`;
}

function update() {
  at("scale-shown").textContent = Number(form.elements.scale.value).toFixed(1);
  at("builder-url").value = address();
  preview.src = address();
  at("copied").textContent = "";
}

function fit() {
  preview.style.transform = `scale(${preview.parentElement.clientWidth / 1920})`;
}

form.addEventListener("change", update);
new ResizeObserver(fit).observe(preview.parentElement);
at("copy").addEventListener("click", async () => {
  at("builder-url").select();
  try {
    await navigator.clipboard.writeText(at("builder-url").value);
    at("copied").textContent = "Copied.";
  } catch {
    // Browsers allow the clipboard only on localhost and HTTPS.
    at("copied").textContent = "Selected: copy it with Ctrl+C.";
  }
});
update();
