// The sets of Gou Ji as they are drawn: cards by rank alone, since suits mean nothing, wild ones marked.

import { parts, rankLabel } from "./cards.js";
import { h } from "./dom.js";

export const NATURALS = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
export const WILD = ["2", "joker_black", "joker_red"];

const NAMES = { joker_black: "black joker", joker_red: "red joker" };

/** "K", "10", "red joker". */
export function rankName(rank) {
  return NAMES[rank] ?? rankLabel(rank);
}

/** "3 × K", "K with a red joker": what a set of ranks is called on a button. */
export function ranksName(ranks) {
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return [...counts].map(([rank, count]) => (count > 1 ? `${count} × ${rankName(rank)}` : rankName(rank))).join(" + ");
}

/** One card by its rank; `isWild` says that it stands for another. */
export function rankCard(rank, isWild = false) {
  const isJoker = rank.startsWith("joker_");
  const label = isJoker ? "★" : rankLabel(rank);
  return h("span", { class: `gj-card${isJoker ? ` is-joker ${rank}` : ""}${isWild ? " is-wild" : ""}`, title: rankName(rank), "data-rank": rank },
    h("span", { class: "gj-rank" }, label));
}

/** Cards side by side, closer together the more there are; the natural ones first. */
export function rankFan(ranks, { wild = [], onCard = null } = {}) {
  const ordered = [...ranks].sort((a, b) => WILD.indexOf(a) - WILD.indexOf(b));
  return h("span", { class: "gj-fan", role: onCard ? "group" : "img", "aria-label": ranksName(ordered) },
    ordered.map((rank, place) => (onCard
      ? h("button", { type: "button", class: "gj-slot", "data-key": `fan-${place}`, "aria-label": `Take ${rankName(rank)} out`, onclick: () => onCard(rank) }, rankCard(rank, wild.includes(rank)))
      : h("span", { class: "gj-slot" }, rankCard(rank, wild.includes(rank))))));
}

/** The fan of a set in the snapshot. */
export function setFan(laid) {
  return rankFan(laid.cards.map((code) => parts(code).rank), { wild: laid.shows.wild });
}

/** "3 × K" for a set in the snapshot, "K" for a single card. */
export function setLabel(laid) {
  if (!laid.is_set) return "no set";
  const rank = laid.shows.rank_words;
  return laid.shows.count > 1 ? `${laid.shows.count} × ${rank}` : rank;
}
