// What this browser prefers: light or dark, two or four suit colours, a screen that stays on.

const root = document.documentElement;

function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The choice then holds until the page is closed.
  }
}

export const THEMES = ["auto", "light", "dark"];

export function theme() {
  return root.dataset.theme ?? "auto";
}

export function setTheme(name) {
  if (name === "auto") delete root.dataset.theme;
  else root.dataset.theme = name;
  keep("kibitz-theme", name === "auto" ? null : name);
}

export function fourColours() {
  return "fourColours" in root.dataset;
}

export function setFourColours(on) {
  if (on) root.dataset.fourColours = "";
  else delete root.dataset.fourColours;
  keep("kibitz-four-colours", on ? "yes" : null);
}

let wakeLock = null;
let wakeLockWanted = false;

export function canKeepAwake() {
  return "wakeLock" in navigator;
}

export function keepsAwake() {
  return wakeLockWanted;
}

/** Keep the screen on while the page is in view; asked again whenever it comes back. */
export async function setKeepAwake(on) {
  wakeLockWanted = on;
  if (!on) {
    await wakeLock?.release();
    wakeLock = null;
    return;
  }
  await requestWakeLock();
}

async function requestWakeLock() {
  try {
    wakeLock = await navigator.wakeLock.request("screen");
  } catch {
    wakeLock = null; // Low battery, or the page is not in view: tried again when it is.
  }
}

document.addEventListener("visibilitychange", () => {
  if (wakeLockWanted && document.visibilityState === "visible") requestWakeLock();
});
