// Gou Ji in the overlay: seats with places and counts, the sets of the running series, the newest on top.

import { h } from "./dom.js";
import { setFan, setLabel } from "./gou_ji_sets.js";

const PLACES = ["1st", "2nd", "3rd", "4th", "5th", "Big Loser"];
const SHOWN_SETS = 4;

/** The line below the score. */
export function handLine({ round }) {
  return `Hand ${round.number} of ${round.of}`;
}

/** What stands beside a name. */
export function seatNote(snapshot, seat) {
  const state = snapshot.gou_ji.seats[seat.seat];
  if (state.place !== null) return h("b", {}, PLACES[state.place - 1]);
  if (state.is_dropped) return h("b", {}, "penalty: last");
  if (state.is_burning) return h("b", {}, "Shao Pai");
  if (state.pass) return "passed";
  return state.left === null ? "" : [h("b", {}, String(state.left)), " left"];
}

/** The Gou Ji or Shao Pai that is on, and the last sets, the one to beat in gold. */
export function seriesNodes({ gou_ji: game }) {
  const series = game.hand?.series;
  if (!series || game.hand.ranking.length > 0) return [];
  const sets = series.sets.filter((laid) => laid.counts).slice(-SHOWN_SETS);
  return [
    game.headline && h("div", { class: "gj-overlay-head", "data-kind": game.headline.kind }, h("b", {}, game.headline.title)),
    sets.map((laid) => h("div", { class: `gj-overlay-set${laid.entry === series.top_entry ? " is-best" : ""}` },
      h("span", { class: "who" }, laid.name), h("span", { class: "what" }, setLabel(laid)), setFan(laid))),
  ];
}
