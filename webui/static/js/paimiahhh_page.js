// The page of PaiMiahhh, wired to the commands and dialogs.

import { scorerAction, seatSwitch, viewerAction } from "./action_view.js";
import { suitIcon } from "./cards.js";
import * as dialogs from "./dialogs.js";
import { h } from "./dom.js";
import { nameSpecial } from "./paimiahhh_cards.js";
import { correctHand, passAll, requestView } from "./paimiahhh_requests.js";
import { countView, sheetView, teamsView } from "./paimiahhh_score.js";
import { contractView, matrixView } from "./paimiahhh_tiles.js";
import { tableView } from "./paimiahhh_view.js";

// What is chosen on this page; a new event on the table ends the choice of a seat.
const chosen = { at: null, showsPast: false, seat: null, padOpen: null };

function choices(snapshot) {
  if (chosen.at !== snapshot.log_length) Object.assign(chosen, { at: snapshot.log_length, seat: null });
  if (!snapshot.previous_trick) chosen.showsPast = false;
  return chosen;
}

function hasPad(snapshot) {
  return chosen.padOpen ?? snapshot.by_hand;
}

/** A button for each seat in a dialog, which it closes. */
function seatButtons(snapshot, onSeat) {
  return h("div", { class: "row" }, snapshot.seats.map((seat) => h("button", {
    type: "button", class: "button small", "data-seat": seat.seat, onclick: () => { dialogs.close(); onSeat(seat.seat); },
  }, seat.name)));
}

// The tiles

const auctionIsOpen = (snapshot) => snapshot.requests.some((item) => item.kind === "auction");

/** A tap on a tile moves the marker while there is bidding; later it says that somebody took the tile. */
function onTile(snapshot, run) {
  const { auction } = snapshot.paimiahhh;
  if (!auction || !snapshot.is_scorer) return null;
  if (snapshot.expected.kind === "bid" || auctionIsOpen(snapshot)) return (tile) => moveMarker(snapshot, tile, run);
  return snapshot.phase === "play" || snapshot.phase === "round_over" ? (tile) => tileWasTaken(snapshot, tile, run) : null;
}

function moveMarker(snapshot, tile, run) {
  const { auction } = snapshot.paimiahhh;
  if (snapshot.expected.kind !== "bid") return markerLayOn(snapshot, tile, run);
  const seat = choices(snapshot).seat ?? snapshot.expected.seat;
  const bid = () => run("/api/bid", { seat, value: tile.position });
  if (tile.position > auction.position) return bid();
  const name = snapshot.seats[seat].name;
  return dialogs.confirm(`${tile.title} is behind the marker`,
    `A bid moves the marker forward. If ${name} did move it there, Kibitz enters it and points it out.`, `${name} moved it to ${tile.title}`, bid);
}

/** Play is on, and a bid was not entered. */
function markerLayOn(snapshot, tile, run) {
  dialogs.open(`Who bid ${tile.title}?`, seatButtons(snapshot, (seat) => run("/api/bid", { seat, value: tile.position })));
}

function tileWasTaken(snapshot, tile, run) {
  const seats = (taken) => seatButtons(snapshot, (seat) => run("/api/tile", { seat, tile: taken }));
  dialogs.open(`The tile ${tile.title}`,
    h("p", { class: "soft" }, "Kibitz takes the tiles by the rules. Enter here what was really taken for the last card of a player."),
    h("h3", {}, "It was taken by"), seats(tile.code),
    h("h3", {}, "No tile was taken by"), seats(null));
}

function beside(snapshot, { run }) {
  const own = snapshot.paimiahhh;
  const legal = snapshot.expected.kind === "bid" ? new Set(own.auction.legal) : null;
  const stays = own.tiles.some((tile) => tile.is_protected);
  const key = snapshot.phase === "play" && h("p", { class: "matrix-key" },
    h("span", { class: "ring" }, "taken next"), h("span", { class: "ring is-gold" }, `under the marker${stays ? ": stays" : ""}`));
  return [contractView(snapshot), matrixView(own, { legal, onTile: onTile(snapshot, run), start: !own.auction?.position }), key];
}

// The table

function correctCall(snapshot, call, run) {
  const act = (path, body = {}) => { dialogs.close(); run(`/api/entries/${call.entry}/${path}`, body); };
  const isBid = call.position !== null;
  dialogs.open(`${call.name}: ${call.title}`,
    isBid && [h("h3", {}, "The marker really went to"), matrixView(snapshot.paimiahhh, { onTile: (tile) => act("correct", { value: tile.position }) })],
    h("h3", {}, isBid ? "Something else" : "This pass"),
    h("div", { class: "row" }, h("button", { type: "button", class: "button small", "data-key": "remove", onclick: () => act("remove") }, `There was no such ${isBid ? "bid" : "pass"}`)));
}

function table(snapshot, { run, redraw }) {
  const { showsPast } = choices(snapshot);
  const { is_scorer: isScorer, phase } = snapshot;
  for (const [code, title] of Object.entries(snapshot.paimiahhh.special_names)) nameSpecial(code, title);
  return tableView(snapshot, {
    showsPast,
    actions: {
      onCard: isScorer ? (play) => dialogs.correctCard(snapshot, play, run) : null,
      onCall: isScorer ? (call) => correctCall(snapshot, call, run) : null,
      onDummyCard: isScorer ? (card) => run("/api/play", { card, seat: snapshot.paimiahhh.dummy.seat }) : null,
      onHand: isScorer ? () => correctHand(snapshot, run) : null,
      onAnswer: isScorer ? ({ text, entry }) => dialogs.confirm(text, "Was it something else? Then Kibitz asks again.", "Ask again", () => run(`/api/entries/${entry}/remove`)) : null,
      onPast: () => { chosen.showsPast = !chosen.showsPast; redraw(); },
      onReview: isScorer || phase === "round_over" || phase === "game_over" ? () => dialogs.reviewTricks(snapshot, run) : null,
    },
  });
}

// What comes next

const head = (title, ...more) => h("div", { class: "action-head" }, h("h2", {}, title), more);

function dealAction(snapshot, run) {
  return head(snapshot.expected.sentence, h("button", { type: "button", class: "button primary", "data-key": "deal", onclick: () => run("/api/round") }, "The cards are dealt"));
}

function bidAction(snapshot, run, seat, onSeat) {
  const { expected, seats, paimiahhh: { auction: { to_pass: waiting } } } = snapshot;
  return [
    head(seat === expected.seat ? expected.sentence : `${seats[seat].name} bids out of turn.`, seatSwitch(snapshot, seat, onSeat, "Who bids")),
    h("div", { class: "row" },
      h("button", { type: "button", class: "button primary", "data-key": "pass", onclick: () => run("/api/pass", { seat }) }, `${seats[seat].name} passes`),
      waiting.length > 1 && h("button", { type: "button", class: "button", "data-key": "pass-all", onclick: () => passAll(snapshot, run) }, waiting.length === 3 ? "All three pass" : "Both pass"),
      h("span", { class: "soft" }, "Or tap the tile that the marker moves to.")),
  ];
}

/** The first card of a round is the Starter, whoever holds it. */
function awaitsStarter({ expected, round, trick, game }) {
  return expected.kind === "play" && expected.seat === null && !trick && round.tricks_played === 0 && game.deck.specials.includes("starter");
}

function starterAction(snapshot, run, onSeat) {
  const holder = (seat) => h("button", {
    type: "button", class: "button", "data-key": `starter-${seat.seat}`, onclick: () => run("/api/play", { card: "starter", seat: seat.seat }),
  }, seat.name);
  return [
    head("Who opens with the Starter?"), h("div", { class: "row" }, snapshot.seats.map(holder)),
    h("details", {}, h("summary", { class: "button quiet" }, "Another card opened the trick"), seatSwitch(snapshot, null, onSeat, "Who opened")),
  ];
}

function action(snapshot, app) {
  const count = snapshot.phase === "round_over" || snapshot.phase === "game_over" ? countView(snapshot) : null;
  return [snapshot.is_scorer ? scorersAction(snapshot, app) : viewerAction(snapshot), count];
}

function scorersAction(snapshot, app) {
  const { run, redraw, openNewGame } = app;
  const { expected } = snapshot;
  const { seat: chosenSeat } = choices(snapshot);
  const seat = chosenSeat ?? expected.seat;
  const onSeat = (other) => { chosen.seat = other; redraw(); };
  if (expected.kind === "round" && !snapshot.result) return dealAction(snapshot, run);
  if (expected.kind === "bid") return bidAction(snapshot, run, seat, onSeat);
  if (chosenSeat === null && awaitsStarter(snapshot)) return starterAction(snapshot, run, onSeat);
  const onOpen = () => { chosen.padOpen = true; redraw(); };
  const onCard = (card) => run("/api/play", { card, seat });
  return scorerAction(snapshot, { run, onNewGame: openNewGame, pad: { isOpen: hasPad(snapshot), seat, onOpen, onSeat, onCard } });
}

// The line in the top bar

function roundLine(snapshot, { run }) {
  const { round, game, seats } = snapshot;
  const { contract } = snapshot.paimiahhh;
  if (!round) return [h("span", { class: "fact" }, h("b", {}, game.title))];
  const first = (round.dealer + 1) % seats.length;
  const words = `${seats[first].name} ${snapshot.phase === "bid" ? "bids" : "bid"} first`;
  const correct = () => dialogs.open("Who bids first in this round?",
    seatButtons(snapshot, (seat) => run(`/api/entries/${round.entry}/correct`, { dealer: (seat + seats.length - 1) % seats.length })));
  return [
    h("span", { class: "fact" }, h("b", {}, `Round ${round.number}`)),
    h("span", { class: "fact fact-dealer" }, snapshot.is_scorer ? h("button", { type: "button", class: "text-button", "data-key": "first-bidder", title: "Correct it", onclick: correct }, words) : words),
    contract?.is_final && h("span", { class: "fact" }, "Trump", h("span", { class: `suit-chip suit-${contract.colour}` }, suitIcon(contract.colour))),
  ];
}

export const paimiahhhPage = { table, beside, action, hasPad, requests: requestView, teams: teamsView, sheet: sheetView, roundLine };
