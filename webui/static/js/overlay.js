// The overlay: panels chosen by the address, drawn from the public snapshot, hidden or dimmed when it is stale.

import { cardChip, cardFace, namedMark, suitIcon } from "./cards.js";
import { counted, h, panel, signed } from "./dom.js";
import { openFeed } from "./feed.js";
import { handLine, seatNote, seriesNodes } from "./gou_ji_overlay.js";
import * as paimiahhh from "./paimiahhh_overlay.js";

const PANELS = ["score", "seats", "tiles", "trick", "verdict", "status"];
const ROOMY_PX = 960; // What the fullest overlay of all games takes, unscaled, with its margins.
const SIDES = ["left-top", "right-top", "left-bottom", "right-bottom"];

const at = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);
const overlay = at("overlay");
const chosen = (parameters.get("panels") ?? "score,seats,tiles,trick,verdict").split(",").filter((name) => PANELS.includes(name));
const side = parameters.get("side");
const scale = Number(parameters.get("scale"));
const asked = scale >= 0.25 && scale <= 4 ? scale : 1;
overlay.dataset.side = SIDES.includes(side) ? side : "left-bottom";
overlay.dataset.stale = parameters.get("stale") === "dim" ? "dim" : "hide";

function trumpNodes(round) {
  if (!round.trump_is_known) return [];
  if (round.trump === null) return ["No trump"];
  return ["Trump ", round.turned_card ? cardChip(round.turned_card) : h("span", { class: `card-chip suit-${round.trump}` }, suitIcon(round.trump))];
}

function teamLine(snapshot, team) {
  if (snapshot.result?.winners.includes(team.team)) return "winner";
  if (snapshot.paimiahhh) return paimiahhh.teamLine(snapshot, team);
  return [team.bid !== null && `bid ${team.bid}, won ${team.tricks}`, team.note].filter(Boolean).join(", ");
}

function roundLine(snapshot) {
  const { round, game } = snapshot;
  if (snapshot.gou_ji) return handLine(snapshot);
  if (snapshot.paimiahhh) return paimiahhh.roundLine(snapshot);
  return round.of === null ? `${game.title}, round ${round.number}` : `Round ${round.number} of ${round.of}, ${counted(round.hand_size, "card")}`;
}

function seatNumbers(snapshot, seat) {
  const { game, phase } = snapshot;
  if (snapshot.gou_ji) return seatNote(snapshot, seat);
  if (snapshot.paimiahhh) return paimiahhh.seatNote(snapshot, seat);
  if (!game.has_bids) return seat.note || counted(seat.tricks, "trick");
  if (seat.bid === null) return "–";
  const bid = h("b", {}, seat.bid_title);
  if (phase === "bid") return ["bid ", bid];
  return seat.bid_title === String(seat.bid) ? [h("b", {}, String(seat.tricks)), ` of ${seat.bid}`] : [bid, `, won ${seat.tricks}`];
}

function lyingCards({ trick }) {
  if (!trick) return [];
  const best = trick.plays.length > 1 ? trick.winner ?? trick.best : null;
  return trick.plays.filter((play) => play.standing === "counts").map((play) => h("div", { class: `overlay-card${best === play.seat ? " is-best" : ""}` },
    h("div", { class: "face" }, cardFace(play.card), namedMark(play)), h("span", { class: "who" }, play.name)));
}

const draws = {
  score: panel(at("overlay-score"), (snapshot) => [snapshot.teams, snapshot.round, snapshot.result, snapshot.paimiahhh], (_, snapshot) => [
    ...snapshot.teams.map((team) => h("div", { class: "overlay-team", "data-team": team.team },
      h("span", { class: "names" }, team.name),
      h("span", { class: "total" }, signed(team.total)),
      h("span", { class: "now" }, teamLine(snapshot, team)))),
    snapshot.round && h("div", { class: "overlay-round" },
      h("span", {}, roundLine(snapshot)), snapshot.game.has_trump && h("span", {}, trumpNodes(snapshot.round))),
  ]),
  seats: panel(at("overlay-seats"), (snapshot) => [snapshot.seats, snapshot.phase, snapshot.gou_ji, snapshot.paimiahhh], (_, snapshot) => snapshot.seats.map((seat) => h("div", { class: `overlay-seat${seat.is_turn ? " is-turn" : ""}` },
    h("span", {}, snapshot.gou_ji && h("span", { class: "team-mark", "data-team": seat.team }), seat.name, seat.is_dealer && !snapshot.gou_ji && !snapshot.paimiahhh && " (dealer)"),
    h("span", { class: "numbers" }, seatNumbers(snapshot, seat))))),
  tiles: panel(at("overlay-tiles"), (snapshot) => [snapshot.paimiahhh, snapshot.phase, snapshot.teams], (_, snapshot) => (snapshot.paimiahhh ? paimiahhh.tilesNodes(snapshot) : [])),
  trick: panel(at("overlay-trick"), (snapshot) => [snapshot.trick, snapshot.gou_ji], (_, snapshot) => (snapshot.gou_ji ? seriesNodes(snapshot) : lyingCards(snapshot))),
  verdict: panel(at("overlay-verdict"), (snapshot) => snapshot.verdicts.filter((item) => item.is_open).at(-1) ?? null, (item) => (item ? [
    h("div", { class: "title" }, `${item.title}${item.rule ? ` (${item.rule})` : ""}`), h("div", {}, item.sentence)] : [])),
  status: panel(at("overlay-status"), (snapshot) => snapshot.status, (status) => [status.sentence]),
};

// Made smaller for a finding, it does not jump back when that is settled.
let fitting = asked;

/** As large as the address asks, as long as nothing leaves the picture. */
function fit() {
  overlay.dataset.room = innerHeight / asked < ROOMY_PX ? "little" : "plenty";
  const margin = 2 * parseFloat(getComputedStyle(overlay).marginTop);
  fitting = Math.min(fitting, (innerHeight - margin) / overlay.offsetHeight, (innerWidth - margin) / overlay.offsetWidth);
  overlay.style.setProperty("--overlay-scale", String(fitting));
}

for (const name of PANELS) at(`overlay-${name}`).hidden = true;
addEventListener("resize", () => {
  fitting = asked;
  fit();
});

openFeed({
  onSnapshot: (snapshot) => {
    overlay.hidden = !snapshot.game;
    overlay.dataset.game = snapshot.game?.code ?? "";
    if (!snapshot.game) return;
    for (const name of chosen) draws[name](snapshot);
    fit();
  },
  onConnection: (live) => overlay.classList.toggle("is-stale", !live),
});
