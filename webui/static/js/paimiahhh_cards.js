// The cards of PaiMiahhh as `kibitz print` draws them: every colour has its own shape, every special its letter.

import { h, s } from "./dom.js";

/** Names and shapes of the colours, in a box of 24 by 24 as in cards.js; a test holds them to the printed ones. */
export const COLOURS = {
  O: { name: "orange", shape: "M23 12C23 18.08 18.08 23 12 23C5.92 23 1 18.08 1 12C1 5.92 5.92 1 12 1C18.08 1 23 5.92 23 12ZM16.73 12C16.73 9.39 14.61 7.27 12 7.27C9.39 7.27 7.27 9.39 7.27 12C7.27 14.61 9.39 16.73 12 16.73C14.61 16.73 16.73 14.61 16.73 12Z" },
  B: { name: "blue", shape: "M0.12 3.53C3.64 -1.31 8.04 -1.31 12 3.53C15.96 8.37 20.36 8.37 23.88 3.53L23.88 9.47C20.36 14.31 15.96 14.31 12 9.47C8.04 4.63 3.64 4.63 0.12 9.47ZM0.12 14.53C3.64 9.69 8.04 9.69 12 14.53C15.96 19.37 20.36 19.37 23.88 14.53L23.88 20.47C20.36 25.31 15.96 25.31 12 20.47C8.04 15.63 3.64 15.63 0.12 20.47Z" },
  G: { name: "green", shape: "M12 1L23.66 21.9L0.34 21.9Z" },
  R: { name: "red", shape: "M2.1 2.1L21.9 2.1L21.9 21.9L2.1 21.9Z" },
  Y: { name: "yellow", shape: "M23.77 17.31C20.61 22.36 14.11 24.15 8.81 21.41C3.52 18.67 1.22 12.34 3.51 6.84C5.81 1.34 11.94 -1.47 17.6 0.37L17.64 0.33C13.91 0.85 10.87 3.59 9.96 7.24C9.05 10.9 10.45 14.74 13.49 16.95C16.54 19.17 20.63 19.31 23.82 17.32Z" },
};

const STAR = "M12 1L15.1 8.72L23.4 9.28L17.02 14.62L19.05 22.69L12 18.27L4.95 22.69L6.98 14.62L0.6 9.28L8.9 8.72Z";
const ARROWHEAD = "M2.76 1.44L23 12L2.76 22.56Z";

const SPECIALS = {
  starter: { letter: "S", title: "Starter" },
  trump_star: { letter: "T", title: "Trump" },
  joker_star: { letter: "J", title: "Joker" },
  honor: { letter: "H", title: "Honor" },
  eight_star: { letter: "8", title: "Eight" },
  porter: { letter: "P", title: "Porter" },
  bonus: { letter: "+", title: "Bonus" },
  reverse: { letter: "R", title: "Reverse" },
  blank_special: { letter: "?", title: "Blank" },
};

export function isSpecial(code) {
  return code in SPECIALS;
}

/** What the table calls a special: "Trump★", "Starter". */
export function specialName(code) {
  const { title } = SPECIALS[code];
  return code === "starter" ? title : `${title}★`;
}

/** The table's own name for a special (the blank one is given one). */
export function nameSpecial(code, title) {
  SPECIALS[code].title = title;
}

function emblem(code, x, y, size) {
  return s("path", {
    class: "emblem", d: code === "starter" ? ARROWHEAD : STAR, transform: `translate(${x} ${y}) scale(${size / 24}) translate(-12 -12)`,
  });
}

/** The coloured field in the middle of every card of the pack. */
export function field() {
  return s("rect", { class: "field", x: 66, y: 22, width: 120, height: 308, rx: 18 });
}

/** What lies on the paper of a special card. */
export function specialFace(code) {
  const { letter, title } = SPECIALS[code];
  const corner = () => [
    s("text", { x: 36, y: 76, class: "index", "text-anchor": "middle" }, letter), emblem(code, 36, 108, 42)];
  const name = () => s("text", { x: 126, y: 266, class: "special-name", "text-anchor": "middle" }, title);
  return [
    field(), emblem(code, 126, 176, 92), name(), s("g", { transform: "rotate(180 126 176)" }, name(), corner()), corner(),
  ];
}

/** A letter with its star, for a small button. */
export function specialMark(code) {
  return [h("span", {}, SPECIALS[code].letter), s("svg", { viewBox: "0 0 24 24", class: "suit-icon", "aria-hidden": "true" }, emblem(code, 12, 12, 22))];
}
