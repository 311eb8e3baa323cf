// What comes next in Gou Ji, with the buttons for it: draw, count, tribute, sets, passes, words.

import { h } from "./dom.js";
import * as dialogs from "./gou_ji_dialogs.js";
import { Entry, rankKeys, setKeys } from "./gou_ji_pad.js";
import { ranksName } from "./gou_ji_sets.js";

// What is being entered on this page; a new event on the table begins it afresh.
const entering = { at: null, seat: null, entry: new Entry(), isPlayOpen: false, hasKeys: null };

function enterAfresh(snapshot) {
  if (entering.at === snapshot.log_length) return;
  Object.assign(entering, { at: snapshot.log_length, seat: null, entry: new Entry(needed(snapshot, snapshot.expected.seat)), isPlayOpen: false });
}

/** Without a camera the keys are how sets come in; with one they wait behind a button. */
export function hasKeys(snapshot) {
  return entering.hasKeys ?? snapshot.by_hand;
}

/** Whose set the next one is: the seat that was tapped, or the one whose turn it is. */
export function enteringSeat(snapshot) {
  enterAfresh(snapshot);
  return entering.seat ?? snapshot.expected.seat;
}

/** A tap on a seat: the next set is that one's. */
export function enterFor(snapshot, seat) {
  enterAfresh(snapshot);
  entering.seat = seat;
  entering.entry.needed = needed(snapshot, seat);
}

/** How many cards a set of this seat takes: none in particular for a lead and within a Shao Pai. */
function needed(snapshot, seat) {
  const burn = snapshot.gou_ji.hand?.series?.burn;
  return burn && burn.seat === seat && burn.sets_laid > 0 ? 0 : snapshot.expected.to_beat.length;
}

const head = (title, ...more) => h("div", { class: "action-head" }, h("h2", {}, title), more);
const row = (...nodes) => h("div", { class: "row" }, nodes);

function button(key, label, onclick, kind = "") {
  return h("button", { type: "button", class: `button ${kind}`.trim(), "data-key": key, onclick }, label);
}

function seatButtons(snapshot, seats, key, onSeat, kind = "small") {
  return seats.map((seat) => h("button", {
    type: "button", class: `button ${kind}`, "data-key": `${key}-${seat}`, "data-seat": seat, onclick: () => onSeat(seat),
  }, h("span", { class: "team-mark", "data-team": snapshot.seats[seat].team }), snapshot.seats[seat].name));
}

const everybody = (snapshot) => snapshot.seats.map((seat) => seat.seat);
const anyone = (snapshot) => Math.floor(Math.random() * snapshot.seats.length);

function roundView(snapshot, run) {
  const { round, game, expected } = snapshot;
  const isVoid = round !== null && snapshot.phase === "deal";
  const number = round === null ? 1 : isVoid ? round.number : round.number + 1;
  const title = head(`Hand ${number} of ${Math.max(game.schedule.length, number)}`);
  if (number > 1 || expected.dealer !== null) {
    return [title, row(button("deal", isVoid ? "Draw again" : "Draw the cards", () => run("/api/round"), "primary"))];
  }
  return [
    title,
    h("p", { class: "soft" }, "Who draws the first card? The Kai Pai turns a card and counts, or you have agreed on somebody."),
    row(button("deal", "The Kai Pai counts", () => run("/api/round"), "primary")),
    row(seatButtons(snapshot, everybody(snapshot), "dealer", (dealer) => run("/api/round", { dealer }))),
    row(button("team-draw", "Draw for the teams first…", () => dialogs.drawForTeams(snapshot, run), "quiet small")),
  ];
}

function kaiPaiView(snapshot, run) {
  const name = (seat) => run("/api/announce", { seat, what: "kai_pai" });
  return [
    head("Who is Kai Pai?", button("kai-pai-drawn", "Pick one", () => name(anyone(snapshot)), "small")),
    row(seatButtons(snapshot, everybody(snapshot), "kai-pai", name)),
  ];
}

function countView(snapshot, run) {
  const name = snapshot.seats[snapshot.expected.seat].name;
  return [
    head(`${name} turns a card and counts`),
    h("p", { class: "soft" }, `${name} is one, and on to the right. After a joker the next seat counts.`),
    rankKeys((rank) => run("/api/turn", { card: rank.length === 1 ? `${rank}S` : rank }), "turn"),
  ];
}

function dutyView(snapshot, duty, run) {
  const { seats } = snapshot;
  const back = `${seats[duty.receiver].name} gives ${duty.count === 1 ? "one" : duty.count} back.`;
  const offers = (what) => snapshot.expected.offers.some((offer) => offer.what === what && offer.seats.includes(duty.giver));
  return h("li", { class: "gj-duty", "data-giver": duty.giver },
    h("p", {}, h("b", {}, duty.sentence), " ", back),
    row(
      button(`paid-${duty.giver}`, "Done", () => run("/api/swap", { seat: duty.giver, to: duty.receiver, count: duty.count }), "primary small"),
      offers("liberation") && button(`free-${duty.giver}`, "Liberation: shows four red jokers", () => run("/api/announce", { seat: duty.giver, what: "liberation", shown: Array(4).fill("joker_red") }), "small"),
      duty.may_be_waived && button(`waive-${duty.giver}`, "Both do without", () => run("/api/announce", { seat: duty.receiver, to: duty.giver, what: "waive" }), "small")));
}

function tributeView(snapshot, run) {
  const { hand } = snapshot.gou_ji;
  const owed = hand && !hand.has_play ? hand.duties.filter((duty) => duty.status === "owed") : [];
  if (owed.length === 0) return null;
  const swap = snapshot.expected.offers.find((offer) => offer.what === "swap_duties");
  return [
    h("ul", { class: "gj-duties" }, owed.map((duty) => dutyView(snapshot, duty, run))),
    swap && row(button("swap-duties", `${snapshot.seats[swap.seats[0]].name} and ${snapshot.seats[swap.seats[1]].name} swap duties`, () => run("/api/announce", { seat: swap.seats[0], what: "swap_duties" }), "small")),
  ];
}

/** The words that may be said now and have no place of their own. */
function offersView(snapshot, run) {
  const { expected } = snapshot;
  const offered = (what) => expected.offers.find((offer) => offer.what === what);
  const say = (what) => (seat) => run("/api/announce", { seat, what });
  const group = (label, nodes) => h("div", { class: "gj-offer" }, h("span", { class: "soft" }, label), nodes);
  const [basic, extended, threes, drawer, loser, yielding] = ["shao_pai", "shao_pai_extended", "threes", "first_drawer", "big_loser", "rang_pai"].map(offered);
  return [
    basic && group("Shao Pai", seatButtons(snapshot, basic.seats, "shao-pai", say("shao_pai"))),
    extended && group("extended", seatButtons(snapshot, extended.seats, "shao-pai-extended", say("shao_pai_extended"))),
    yielding && group("Rang Pai", yielding.seats.map((seat) => button(`rang-pai-${seat}`,
      yielding.to.length ? `${snapshot.seats[seat].name} asks ${snapshot.seats[yielding.to[0]].name} to pass` : `${snapshot.seats[seat].name} lets the others go first`,
      () => run("/api/announce", { seat, what: "rang_pai", ...(yielding.to.length && { to: yielding.to[0] }) }), "small"))),
    offered("out") && group("Says “out”", seatButtons(snapshot, offered("out").seats, "out", say("out"))),
    loser && group("Stop here; Big Loser is", seatButtons(snapshot, loser.seats, "big-loser", (to) => run("/api/announce", { seat: loser.seats[0], to, what: "big_loser" }))),
    (threes || drawer || offered("revolution")) && row(
      threes && button("threes", "Two 3s of a suit…", () => dialogs.twoThrees(snapshot, run), "small"),
      offered("revolution") && button("revolution", "Revolution…", () => dialogs.revolution(snapshot, run), "small"),
      drawer && expected.kind !== "first_drawer" && button("first-drawer", `${snapshot.seats[drawer.seats[0]].name} names who draws first…`, () => dialogs.firstDrawer(snapshot, drawer, run), "small")),
  ];
}

function playView(snapshot, { run, redraw }) {
  const { expected, seats } = snapshot;
  const seat = enteringSeat(snapshot);
  const { entry } = entering;
  const series = snapshot.gou_ji.hand.series;
  const name = seat === null ? "Somebody" : seats[seat].name;
  const isLead = expected.to_beat.length === 0;
  const isRunning = series !== null && series.closed_by === null;
  const others = expected.seats.includes(seat) ? expected.seats : [...expected.seats, seat];
  const title = seat === expected.seat || seat === null ? expected.sentence : `${name} ${isLead ? "leads" : "plays"}.`;
  const lay = hasKeys(snapshot)
    ? h("button", {
      type: "button", class: "button primary", "data-key": "lay", disabled: seat === null || entry.ranks.length === 0,
      onclick: () => run("/api/play", { seat, ranks: entry.ranks }),
    }, entry.ranks.length ? `${name} lays ${ranksName(entry.ranks)}` : "Tap a rank")
    : button("open-keys", "Enter a set by hand", () => { entering.hasKeys = true; redraw(); });
  return [
    (others.length > 1 || seat === null) && h("div", { class: "seat-switch", role: "group", "aria-label": "Whose set" }, others.filter((each) => each !== null).map((each) => h("button", {
      type: "button", "aria-pressed": String(each === seat), "data-key": `switch-${each}`, onclick: () => { enterFor(snapshot, each); redraw(); },
    }, seats[each].name))),
    hasKeys(snapshot) ? setKeys(entry, redraw, { title }) : head(title),
    h("div", { class: "gj-go" }, lay,
      isRunning && seat !== null && !(series.burn?.seat === seat) && button("pass", `${name} passes`, () => run("/api/pass", { seat }))),
    h("div", { class: "pad-foot" },
      isRunning && series.duel === null ? button("clear-table", "All others pass", () => run("/api/gather", series.best === null ? {} : { by: series.best }), "small quiet") : h("span", {}),
      hasKeys(snapshot) && h("label", { class: "gj-mixed" }, h("input", { type: "checkbox", "data-key": "mixed", checked: entry.isMixed, onchange: () => { entry.isMixed = !entry.isMixed; redraw(); } }), " mixed"),
      button("more", "More…", () => dialogs.somethingElse(snapshot, seat, run), "small quiet")),
  ];
}

/** Before the first play the pad waits behind a button while something else comes first. */
function foldedPlay(snapshot, actions) {
  if (entering.isPlayOpen) return playView(snapshot, actions);
  return row(button("open-play", "Play has begun: enter the first set", () => { enterAfresh(snapshot); entering.isPlayOpen = true; actions.redraw(); }, "small quiet"));
}

/** What the scorer sees: `run(path, body)` sends a command, `redraw()` draws this panel again. */
export function actionView(snapshot, actions) {
  const { expected } = snapshot;
  const { run, onNewGame } = actions;
  enterAfresh(snapshot);
  if (snapshot.result) {
    return head(snapshot.result.sentence,
      snapshot.result.winners.length > 1 && button("extra", "One more hand", () => run("/api/round")),
      button("next-game", "Next game, same players", () => run("/api/game/next"), "primary"),
      button("new-game", "New game", onNewGame));
  }
  switch (expected.kind) {
    case "round":
      return roundView(snapshot, run);
    case "kai_pai":
      return [kaiPaiView(snapshot, run), offersView(snapshot, run), foldedPlay(snapshot, actions)];
    case "turn":
      return [countView(snapshot, run), offersView(snapshot, run), foldedPlay(snapshot, actions)];
    case "first_drawer":
      return [head(expected.sentence), row(seatButtons(snapshot, everybody(snapshot), "drawer", (to) => run("/api/announce", { seat: expected.seat, to, what: "first_drawer" }))),
        tributeView(snapshot, run), offersView(snapshot, run)];
    case "tribute":
      return [head(expected.sentence), tributeView(snapshot, run), offersView(snapshot, run), foldedPlay(snapshot, actions)];
    case "play":
      return [tributeView(snapshot, run), playView(snapshot, actions), offersView(snapshot, run)];
    default:
      return head(expected.sentence || "Nothing to do");
  }
}
