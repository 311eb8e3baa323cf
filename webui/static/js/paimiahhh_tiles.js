// The tiles of PaiMiahhh as they should lie on the table, the marker on them, and the contract.

import { suitIcon } from "./cards.js";
import { counted, h, s } from "./dom.js";

const ROWS = 6;

/** A tile as small as a word: the colour's shape and the value. */
export function tileChip(tile) {
  return h("span", { class: `tile-chip suit-${tile.colour}`, role: "img", "aria-label": tile.title, title: tile.title },
    suitIcon(tile.colour, ""), String(tile.value));
}

/** The marker, a disc with a crown. */
function markerDisc() {
  return s("svg", { class: "marker", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("circle", { cx: 12, cy: 12, r: 11 }), s("path", { d: "M5.4 17 4.4 8.6 8.5 11.6 12 6 15.5 11.6 19.6 8.6 18.6 17Z" }));
}

function stateOf(tile, legal) {
  if (tile.is_marker) return tile.is_protected ? "under the marker, stays" : "under the marker";
  if (legal && !legal.has(tile.position)) return "behind the marker";
  return tile.is_next ? "taken next" : "";
}

function tileNode(tile, legal, onTile) {
  const state = stateOf(tile, legal);
  const marks = [tile.is_marker && "is-marked", tile.is_next && "is-next", legal && !legal.has(tile.position) && "is-barred"];
  return h(onTile ? "button" : "div", {
    class: ["tile", `suit-${tile.colour}`, ...marks].filter(Boolean).join(" "),
    type: onTile && "button",
    role: !onTile && "img",
    "data-tile": tile.code,
    "data-key": `tile-${tile.code}`,
    "aria-label": `${tile.title}, contract ${tile.contract}${state && `, ${state}`}`,
    vars: { "grid-column": String(tile.column + 1), "grid-row": String(ROWS - tile.row) },
    onclick: onTile && (() => onTile(tile)),
  }, h("span", { class: "value" }, String(tile.value)), h("span", { class: "tile-side" }, suitIcon(tile.colour, ""), h("span", { class: "contract" }, String(tile.contract))),
  tile.is_marker && markerDisc());
}

/** The columns with the tiles that lie there; an empty place is one that was taken from. */
export function matrixView({ tiles, columns }, { legal = null, onTile = null, start = false } = {}) {
  const lying = tiles.filter((tile) => tile.row !== null);
  const isFree = (column, row) => !lying.some((tile) => tile.column === column && tile.row === row);
  const slots = columns.flatMap((colour, column) => Array.from({ length: ROWS }, (_, row) => isFree(column, row) && h("div", {
    class: `tile-slot suit-${colour}`, "aria-hidden": "true", vars: { "grid-column": String(column + 1), "grid-row": String(ROWS - row) },
  }, suitIcon(colour, ""))));
  return h("div", { class: `matrix${legal ? " is-bidding" : ""}`, role: "group", "aria-label": "Tiles on the table" },
    slots, lying.map((tile) => tileNode(tile, legal, onTile)),
    start && h("div", { class: "marker-start", title: "The marker starts here", vars: { "grid-row": String(ROWS) } }, markerDisc()));
}

/** The tricks of the round: those of the declaring side from the left, of the others from the right, and the goal. */
function contractBar({ taken, tricks }, handSize, others) {
  const kind = (place) => (place < taken ? " won" : place >= handSize - others ? " lost" : "");
  return h("div", { class: "contract-bar", "aria-hidden": "true" },
    Array.from({ length: handSize }, (_, place) => h("span", { class: `trick-mark${kind(place)}${place + 1 === tricks ? " goal" : ""}` })));
}

/** The contract in words, and once it is final how it stands. */
export function contractView(snapshot) {
  const { contract } = snapshot.paimiahhh;
  if (!contract) return h("div", { class: "contract-box" }, h("p", { class: "contract-words" }, snapshot.phase === "bid" ? "No bid yet" : "The tiles"));
  const [team, others] = [snapshot.teams[contract.team], snapshot.teams[1 - contract.team]];
  return h("div", { class: "contract-box", "data-team": contract.team },
    h("div", { class: "contract-head" },
      h("span", { class: `contract-tile suit-${contract.colour}`, "aria-hidden": "true" }, String(contract.value), suitIcon(contract.colour, "")),
      h("div", {},
        h("p", { class: "contract-words" }, `${contract.words}, `, h("b", {}, counted(contract.tricks, "trick")), " to make"),
        h("p", { class: "contract-who" }, contract.is_final ? `${contract.who}.` : `${snapshot.seats[contract.declarer].name} holds the bid.`))),
    contract.is_final && [
      contractBar(contract, snapshot.round.hand_size, others.tricks),
      h("p", { class: "contract-standing" }, h("b", {}, `${team.name}: ${contract.taken} of ${contract.tricks}. `), contract.standing)]);
}
