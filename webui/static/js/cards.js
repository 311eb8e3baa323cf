// Cards drawn as SVG: large indices first, so that they can be read across a room and on a phone.

import { h, s } from "./dom.js";
import { COLOURS, field, isSpecial, specialFace, specialMark, specialName } from "./paimiahhh_cards.js";

export const SUITS = {
  S: { name: "spades", one: "spade", sign: "♠" },
  H: { name: "hearts", one: "heart", sign: "♥" },
  D: { name: "diamonds", one: "diamond", sign: "♦" },
  C: { name: "clubs", one: "club", sign: "♣" },
  ...COLOURS,
};

const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };

// Suit shapes in a box of 24 by 24.
const SUIT_PATHS = {
  S: "M12 1.6C9.2 6 2.6 9.4 2.6 14.3c0 2.7 2 4.5 4.4 4.5 1.7 0 3.1-.9 4-2.2-.2 2.4-1.1 4.2-2.6 5.8h7.2c-1.5-1.6-2.4-3.4-2.6-5.8.9 1.3 2.3 2.2 4 2.2 2.4 0 4.4-1.8 4.4-4.5C21.4 9.4 14.8 6 12 1.6z",
  H: "M12 21.6C5.7 16.6 2 12.8 2 8.4 2 5.2 4.4 2.9 7.2 2.9c2 0 3.8 1.1 4.8 3.1 1-2 2.8-3.1 4.8-3.1C19.6 2.9 22 5.2 22 8.4c0 4.4-3.7 8.2-10 13.2z",
  D: "M12 1.4c2.4 4.2 5 7.6 8.4 10.6-3.4 3-6 6.4-8.4 10.6C9.6 18.4 7 15 3.6 12 7 9 9.6 5.6 12 1.4z",
  C: "M12 1.8a4.7 4.7 0 0 0-3.7 7.6 4.7 4.7 0 1 0 2.7 7.3c-.2 2.3-1.1 4.1-2.6 5.7h7.2c-1.5-1.6-2.4-3.4-2.6-5.7a4.7 4.7 0 1 0 2.7-7.3A4.7 4.7 0 0 0 12 1.8z",
};

const LEFT = 88, MIDDLE = 126, RIGHT = 164, PIP_SIZE = 42; // clear of both indices
const PIPS = {
  2: [[MIDDLE, 84], [MIDDLE, 268]],
  3: [[MIDDLE, 84], [MIDDLE, 176], [MIDDLE, 268]],
  4: [[LEFT, 84], [RIGHT, 84], [LEFT, 268], [RIGHT, 268]],
  5: [[LEFT, 84], [RIGHT, 84], [MIDDLE, 176], [LEFT, 268], [RIGHT, 268]],
  6: [[LEFT, 84], [RIGHT, 84], [LEFT, 176], [RIGHT, 176], [LEFT, 268], [RIGHT, 268]],
  7: [[LEFT, 84], [RIGHT, 84], [MIDDLE, 130], [LEFT, 176], [RIGHT, 176], [LEFT, 268], [RIGHT, 268]],
  8: [[LEFT, 84], [RIGHT, 84], [MIDDLE, 130], [LEFT, 176], [RIGHT, 176], [MIDDLE, 222], [LEFT, 268], [RIGHT, 268]],
  9: [[LEFT, 76], [RIGHT, 76], [LEFT, 143], [RIGHT, 143], [MIDDLE, 176], [LEFT, 209], [RIGHT, 209], [LEFT, 276], [RIGHT, 276]],
  T: [[LEFT, 76], [RIGHT, 76], [MIDDLE, 110], [LEFT, 143], [RIGHT, 143], [LEFT, 209], [RIGHT, 209], [MIDDLE, 242], [LEFT, 276], [RIGHT, 276]],
};

const CROWNS = {
  K: "M-34 20-42-18-20-2 0-30 20-2 42-18 34 20zM-34 26h68v9h-68z",
  Q: "M-32 18-44-12-20 0-14-26 0-4 14-26 20 0 44-12 32 18zM-32 24h64v8h-64zM-44-22a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM44-22a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM-14-38a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM14-38a6 6 0 1 1 0 12 6 6 0 0 1 0-12z",
  J: "M-36 22c0-30 16-42 36-42s36 12 36 42zM-40 28h80v8h-80zM8-20C14-40 30-46 44-40 40-26 28-18 12-16z",
};

/** Rank and suit of a code; a special card has the suit null. */
export function parts(code) {
  return /^[A-Z0-9][A-Z]$/.test(code) ? { rank: code[0], suit: code[1] } : { rank: code, suit: null };
}

export function rankLabel(rank) {
  return rank === "T" ? "10" : rank;
}

/** "queen of hearts", "orange 5", for people who do not see the picture. */
export function cardName(code) {
  const { rank, suit } = parts(code);
  if (isSpecial(code)) return specialName(code);
  if (suit === null) return code.replaceAll("_", " ");
  if (COLOURS[suit]) return `${COLOURS[suit].name} ${rank}`;
  return `${RANK_NAMES[rank] ?? rank} of ${SUITS[suit]?.name ?? suit}`;
}

/** "Q♥", short enough for a line of text. */
export function cardSign(code) {
  const { rank, suit } = parts(code);
  return SUITS[suit]?.sign ? `${rankLabel(rank)}${SUITS[suit].sign}` : cardName(code);
}

function suitShape(suit, x, y, size, turned = false) {
  const place = `translate(${x} ${y})${turned ? " rotate(180)" : ""} scale(${size / 24}) translate(-12 -12)`;
  if (COLOURS[suit]) return s("path", { class: "colour", d: COLOURS[suit].shape, transform: place });
  if (!SUIT_PATHS[suit]) return s("circle", { cx: x, cy: y, r: size * 0.42 });
  return s("path", { d: SUIT_PATHS[suit], transform: place });
}

/** The suit alone, in the colour of the suit. */
export function suitIcon(suit, label = SUITS[suit]?.name) {
  return s("svg", { viewBox: "0 0 24 24", class: `suit-icon suit-${suit}`, role: "img", "aria-label": label ?? suit },
    suitShape(suit, 12, 12, 24));
}

function corner(rank, suit) {
  const label = rankLabel(rank);
  return [
    s("text", { x: 38, y: 76, class: label.length > 1 ? "index index-ten" : "index", "text-anchor": "middle" }, label),
    suitShape(suit, 38, 110, 46),
  ];
}

function middle(rank, suit) {
  if (COLOURS[suit] && rank < "2") return s("g", { class: rank === "0" ? "hollow" : null }, suitShape(suit, MIDDLE, 176, 88));
  if (rank === "A") return suitShape(suit, MIDDLE, 176, 118);
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => suitShape(suit, x, y, PIP_SIZE, y > 176));
  const crown = (turned) => s("path", { class: "crown", d: CROWNS[rank], transform: `translate(128 ${turned ? 279 : 73})${turned ? " rotate(180)" : ""} scale(.82)` });
  return [
    s("rect", { class: "court-frame", x: 76, y: 28, width: 104, height: 296, rx: 10 }),
    crown(false), crown(true),
    s("text", { class: "court-letter", x: 128, y: 221, "text-anchor": "middle" }, rank),
  ];
}

/** The class that gives a card its colour. */
export function suitClass(code) {
  if (isSpecial(code)) return code === "starter" ? "suit-starter" : "suit-star";
  return `suit-${parts(code).suit ?? "none"}`;
}

/** The face of a card as an SVG element. */
export function cardFace(code) {
  const { rank, suit } = parts(code);
  const paper = s("rect", { class: "paper", x: 1.5, y: 1.5, width: 249, height: 349, rx: 18 });
  const attributes = { viewBox: "0 0 252 352", class: `card-face ${suitClass(code)}`, role: "img", "aria-label": cardName(code) };
  if (isSpecial(code)) return s("svg", attributes, paper, specialFace(code));
  if (suit === null) {
    return s("svg", attributes, paper, s("text", { class: "special", x: 126, y: 186, "text-anchor": "middle" }, code.replaceAll("_", " ")));
  }
  return s("svg", attributes, paper, COLOURS[suit] && field(), corner(rank, suit), middle(rank, suit),
    s("g", { transform: "rotate(180 126 176)" }, corner(rank, suit)));
}

/** Rank and suit, or what a special is known by, to stand in a small button. */
export function cardMarks(code) {
  const { rank, suit } = parts(code);
  if (isSpecial(code)) return specialMark(code);
  return suit === null ? [cardName(code)] : [h("span", {}, rankLabel(rank)), suitIcon(suit, "")];
}

/** What lies on the table, for people who do not see it: a Joker with the card it was named. */
export function playName({ card, named }) {
  return named ? `${cardName(card)}, named ${cardName(named)},` : cardName(card);
}

/** The card that a Joker was named, to lie on its face. */
export function namedMark({ named }) {
  return named && h("span", { class: "named-mark", "data-named": named, "aria-hidden": "true" }, cardChip(named));
}

/** The same on paper of its own, for a line of text. */
export function cardChip(code) {
  return h("span", { class: `card-chip ${suitClass(code)}`, "aria-label": cardName(code), title: isSpecial(code) && cardName(code), role: "img" }, cardMarks(code));
}
