// Dialogs of Gou Ji: a set corrected or added, past sets, the draw for the teams, words that are rarely said.

import { cardFace } from "./cards.js";
import { get } from "./commands.js";
import { close, confirm, open } from "./dialogs.js";
import { h } from "./dom.js";
import { Entry, rankKeys, setKeys } from "./gou_ji_pad.js";
import { rankCard, ranksName, setFan, setLabel } from "./gou_ji_sets.js";

const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

function seatButtons(snapshot, seats, onSeat) {
  return h("div", { class: "row" }, seats.map((seat) => h("button", {
    type: "button", class: "button small", "data-seat": seat, onclick: () => onSeat(seat),
  }, snapshot.seats[seat].name)));
}

const everybody = (snapshot) => snapshot.seats.map((seat) => seat.seat);

function button(label, onclick, kind = "small", key = null) {
  return h("button", { type: "button", class: `button ${kind}`, "data-key": key, onclick }, label);
}

/** Tap on a set: other cards, another player, a set missed before it, never there. */
export async function correctSet(snapshot, laid, run) {
  const entry = new Entry();
  const act = (path, body) => { close(); run(path, body); };
  const change = (body) => act(`/api/entries/${laid.entry}/correct`, body);
  let seen = {};
  if (!snapshot.by_hand) seen = await get(`/api/entries/${laid.entry}/candidates`).catch(() => ({}));
  const draw = () => open(`${setLabel(laid)} of ${laid.name}`,
    h("div", { class: "gj-look" },
      seen.picture && h("img", { src: seen.picture, alt: "What the camera saw" }),
      h("div", { class: "gj-faces" }, laid.cards.map((code) => h("span", {}, code.startsWith("joker_") ? rankCard(code) : cardFace(code))))),
    h("div", { class: "gj-pad" }, setKeys(entry, draw, { title: "It really was", prefix: "correct" })),
    h("div", { class: "row" }, h("button", { type: "button", class: "button primary", "data-key": "correct", disabled: entry.ranks.length === 0, onclick: () => change({ ranks: entry.ranks }) }, entry.ranks.length ? `It was ${ranksName(entry.ranks)}` : "Tap a rank")),
    h("h3", {}, "Laid by"),
    seatButtons(snapshot, everybody(snapshot).filter((seat) => seat !== laid.seat), (seat) => change({ seat })),
    h("h3", {}, "Something else"),
    h("div", { class: "row" },
      button("A set before it was missed", () => insertSet(snapshot, laid, run), "small", "insert"),
      button("There was no such set", () => act(`/api/entries/${laid.entry}/remove`, {}), "small", "remove")));
  draw();
}

/** A set or a pass that was missed just before another set. */
function insertSet(snapshot, laid, run) {
  const entry = new Entry();
  let seat = null;
  const act = (body) => { close(); run(`/api/entries/${laid.entry}/insert`, body); };
  const draw = () => open(`Missed before ${setLabel(laid)} of ${laid.name}`,
    h("h3", {}, "Whose it was"),
    h("div", { class: "seat-switch" }, snapshot.seats.map((each) => h("button", {
      type: "button", "aria-pressed": String(each.seat === seat), "data-seat": each.seat, onclick: () => { seat = each.seat; draw(); },
    }, each.name))),
    h("div", { class: "gj-pad" }, setKeys(entry, draw, { title: "The set", prefix: "insert" })),
    h("div", { class: "row" },
      h("button", { type: "button", class: "button primary", "data-key": "insert", disabled: seat === null || entry.ranks.length === 0, onclick: () => act({ seat, ranks: entry.ranks }) }, entry.ranks.length ? `Add ${ranksName(entry.ranks)}` : "Tap a rank"),
      h("button", { type: "button", class: "button", "data-key": "insert-pass", disabled: seat === null, onclick: () => act({ event: "pass", seat }) }, "It was a pass")));
  draw();
}

/** A card each for the teams: three highest against three lowest. */
export function drawForTeams(snapshot, run) {
  const drawn = snapshot.gou_ji.team_draw;
  let waiting = drawn && drawn.tied.length > 0 ? drawn.tied : everybody(snapshot);
  let [seat] = waiting;
  const onRank = async (rank) => {
    const done = seat;
    waiting = waiting.filter((each) => each !== done);
    [seat] = waiting;
    if (seat === undefined) close();
    else draw();
    await run("/api/draw", { seat: done, card: rank.length === 1 ? `${rank}S` : rank });
  };
  const draw = () => open("Draw for the teams",
    h("p", { class: "soft" }, "Everybody draws a card: the three highest play together. Teams sit in turn, so change seats if need be."),
    h("div", { class: "seat-switch", role: "group", "aria-label": "Who drew" }, waiting.map((each) => h("button", {
      type: "button", "aria-pressed": String(each === seat), "data-seat": each, onclick: () => { seat = each; draw(); },
    }, snapshot.seats[each].name))),
    h("h3", {}, `The card of ${snapshot.seats[seat].name}`), rankKeys(onRank, "draw"));
  draw();
}

/** Somebody holds two 3s of a suit, shows them and plays first. */
export function twoThrees(snapshot, run) {
  let seat = null;
  const say = (shown) => { close(); run("/api/announce", { seat, what: "threes", ...(shown && { shown }) }); };
  const draw = () => open("Two 3s of a suit",
    h("p", { class: "soft" }, "Whoever says so first plays first."),
    h("div", { class: "seat-switch" }, snapshot.seats.map((each) => h("button", {
      type: "button", "aria-pressed": String(each.seat === seat), "data-seat": each.seat, onclick: () => { seat = each.seat; draw(); },
    }, each.name))),
    seat !== null && [h("h3", {}, "Shown"), h("div", { class: "row" },
      Object.entries(SUIT_SIGNS).map(([suit, sign]) => h("button", { type: "button", class: "button", "data-suit": suit, onclick: () => say([`3${suit}`, `3${suit}`]) }, `3${sign} 3${sign}`)),
      button("Not shown", () => say(null), "quiet"))]);
  draw();
}

/** A hand without 2s and jokers is thrown in, and all cards are drawn again. */
export function revolution(snapshot, run) {
  open("Revolution", h("p", {}, "A hand without any 2 or joker may be thrown in. All cards are drawn again; the hand does not count."),
    h("h3", {}, "Who declares it?"),
    seatButtons(snapshot, everybody(snapshot), (seat) => { close(); run("/api/announce", { seat, what: "revolution" }); }));
}

/** The Big Loser of the last hand names who draws first. */
export function firstDrawer(snapshot, offer, run) {
  open("Who draws the first card?", seatButtons(snapshot, offer.to, (to) => { close(); run("/api/announce", { seat: offer.seats[0], to, what: "first_drawer" }); }));
}

/** What does not happen in every hand. */
export function somethingElse(snapshot, seat, run) {
  const { hand } = snapshot.gou_ji;
  const say = (body) => { close(); run("/api/announce", body); };
  const given = hand.duties.filter((duty) => duty.status === "paid");
  open("Something else",
    seat !== null && h("div", { class: "row" }, button(`${snapshot.seats[seat].name} is out of cards`, () => say({ seat, what: "out" }), "small", "says-out")),
    h("p", { class: "soft" }, "Say so if the hand is empty and Kibitz does not know it: a set may have been missed."),
    given.length > 0 && [h("h3", {}, "Tribute was not the highest card"), h("div", { class: "row" }, given.map((duty) => button(
      `${snapshot.seats[duty.receiver].name} says so of ${snapshot.seats[duty.giver].name}`, () => say({ seat: duty.receiver, to: duty.giver, what: "tribute_not_highest" }))))],
    h("h3", {}, "A hand was missed"),
    h("div", { class: "row" }, button("Throw this hand in", () => confirm("Throw this hand in?", "It does not count, and all cards are drawn again.", "Throw it in", () => run("/api/redeal")))));
}

/** Every set this page may look at again; the scorer can tap one to correct it. */
export async function reviewSets(snapshot, run) {
  let hands;
  try {
    hands = await get("/api/series");
  } catch (error) {
    return open("Sets", h("p", {}, error.message));
  }
  const chip = (laid) => {
    const face = [setFan(laid), h("span", {}, laid.counts ? laid.name : `${laid.name}, ${laid.standing === "taken_back" ? "taken back" : "does not count"}`)];
    const attributes = { class: "gj-past", "data-entry": laid.entry };
    return snapshot.is_scorer
      ? h("button", { ...attributes, type: "button", "aria-label": `${laid.words} of ${laid.name}. Correct it`, onclick: () => correctSet(snapshot, laid, run) }, face)
      : h("span", attributes, face);
  };
  const shown = hands.filter((hand) => hand.series.length > 0).reverse();
  open("Sets",
    shown.length === 0 && h("p", { class: "soft" }, "No set may be looked at now."),
    shown.map((hand) => [
      h("h3", {}, `Hand ${hand.number}${hand.void ? ", thrown in" : ""}`),
      [...hand.series].reverse().map((each) => h("div", { class: "gj-past-series" },
        h("span", { class: "soft" }, `${each.number}.${each.had_duel ? " Gou Ji" : ""}`), each.sets.map(chip))),
    ]));
}

