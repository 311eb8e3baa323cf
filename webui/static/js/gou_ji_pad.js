// Entering a set: a rank fills it, wild cards are added one by one, and one tap lays it.

import { counted, h } from "./dom.js";
import { NATURALS, rankCard, rankFan, rankName, WILD } from "./gou_ji_sets.js";

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8];
const MOST = 36;

/** The cards of a set while it is entered; `needed` is how many it takes, 0 where any number may be laid. */
export class Entry {
  constructor(needed = 0) {
    this.needed = needed;
    this.ranks = [];
    this.isMixed = false;
  }

  naturals() {
    return this.ranks.filter((rank) => !WILD.includes(rank));
  }

  /** A tap on a rank: the first fills the set, another rank takes its place, the same again is one card more. */
  addNatural(rank) {
    const held = this.naturals();
    const wild = this.ranks.filter((each) => WILD.includes(each));
    if (this.isMixed || held[0] === rank) this.ranks.push(rank);
    else this.ranks = [...Array(held.length || Math.max(1, this.needed - wild.length)).fill(rank), ...wild];
    this.ranks.length = Math.min(this.ranks.length, MOST);
  }

  /** A tap on a wild card: one more of it, in place of a natural card where the set is full. */
  addWild(rank) {
    const at = this.ranks.findIndex((each) => !WILD.includes(each));
    if (this.needed > 0 && this.ranks.length >= this.needed && at >= 0) this.ranks.splice(at, 1);
    if (this.ranks.length < MOST) this.ranks.push(rank);
  }

  /** So many cards in all, wild ones included. */
  setCount(count) {
    const [rank] = this.naturals();
    const wild = this.ranks.filter((each) => WILD.includes(each));
    if (rank !== undefined) this.ranks = [...Array(Math.max(1, count - wild.length)).fill(rank), ...wild];
    else if (wild.length > 0) this.ranks = Array(count).fill(wild[0]);
  }

  remove(rank) {
    this.ranks.splice(this.ranks.indexOf(rank), 1);
  }
}

function key(rank, isChosen, onTap, prefix) {
  return h("button", {
    type: "button", class: `gj-key${isChosen ? " is-chosen" : ""}`, "data-rank": rank, "data-key": `${prefix}-${rank}`,
    "aria-label": rankName(rank), "aria-pressed": String(isChosen), onclick: onTap,
  }, rankCard(rank));
}

/** A single card by its rank, jokers included: `onRank(rank)`. */
export function rankKeys(onRank, prefix = "rank") {
  return h("div", { class: "gj-keys" }, [...NATURALS, ...WILD].map((rank) => key(rank, false, () => onRank(rank), prefix)));
}

/** The keys of a set under what was entered, or a `title` before; `entry` is changed, then `onChange()` called, with every tap. */
export function setKeys(entry, onChange, { title, prefix = "key" }) {
  const change = (act) => () => { act(); onChange(); };
  const has = (rank) => entry.ranks.includes(rank);
  const rest = entry.needed - entry.ranks.length;
  const hint = entry.needed === 0 || rest === 0 ? null : rest > 0 ? `${counted(rest, "card")} more` : `${counted(-rest, "card")} too many`;
  return [
    h("div", { class: "gj-entry" }, entry.ranks.length === 0 ? h("h2", {}, title) : [
      rankFan(entry.ranks, { onCard: (rank) => change(() => entry.remove(rank))() }),
      hint && h("span", { class: "soft" }, hint),
      h("button", { type: "button", class: "button small quiet", "data-key": `${prefix}-clear`, onclick: change(() => { entry.ranks = []; }) }, "Clear")]),
    h("div", { class: "gj-keys" },
      NATURALS.map((rank) => key(rank, has(rank), change(() => entry.addNatural(rank)), prefix)),
      WILD.map((rank) => key(rank, has(rank), change(() => entry.addWild(rank)), prefix))),
    entry.needed === 0 && h("div", { class: "gj-counts", role: "group", "aria-label": "How many cards" }, COUNTS.map((count) => h("button", {
      type: "button", class: "gj-count", disabled: entry.ranks.length === 0, "aria-pressed": String(entry.ranks.length === count), "data-key": `${prefix}-count-${count}`, "data-count": count,
      onclick: change(() => entry.setCount(count)),
    }, String(count)))),
  ];
}
