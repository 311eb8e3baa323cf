// The table of Gou Ji: six seats in two rows, the set to beat in the middle, places, scores over the hands.

import { h, s, signed } from "./dom.js";
import { setFan, setLabel } from "./gou_ji_sets.js";

const PLACES = ["1st", "2nd", "3rd", "4th", "5th", "6th"];
// Opposite seats are each other's Dui Men; a line joins them (x and y in per cent of the table).
const ENDS = {
  bottom: [50, 76], right_low: [78, 72], right_high: [78, 28], top: [50, 24], left_high: [22, 28], left_low: [22, 72],
};
const drawnEntries = new Set();

const series = (snapshot) => snapshot.gou_ji.hand?.series ?? null;
const teamMark = (snapshot, seat) => {
  const { team } = snapshot.seats[seat];
  return h("span", { class: "team-mark", "data-team": team, title: snapshot.teams[team]?.name });
};

function lines(snapshot) {
  const drawn = snapshot.seats.filter((seat) => seat.seat < 3).map((seat) => {
    const state = snapshot.gou_ji.seats[seat.seat];
    const [from, to] = [ENDS[seat.side], ENDS[snapshot.seats[state.dui_men].side]];
    return s("line", { class: state.in_duel ? "is-duel" : null, x1: from[0], y1: from[1], x2: to[0], y2: to[1], "vector-effect": "non-scaling-stroke" });
  });
  return s("svg", { class: "gj-lines", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, drawn);
}

/** The newest set of each seat in the running series. */
function newestSets(snapshot) {
  return new Map((series(snapshot)?.sets ?? []).map((laid) => [laid.seat, laid]));
}

function flag(snapshot, seat, state) {
  const { expected } = snapshot;
  if (state.is_burning) return h("span", { class: "turn-flag is-burn" }, "Shao Pai");
  if (state.may_act) {
    const isFirst = expected.seat === seat.seat;
    const word = expected.to_beat.length === 0 ? "leads" : "plays";
    return h("span", { class: `turn-flag${isFirst ? "" : " may-act"}` }, isFirst ? word : series(snapshot)?.burn ? "may beat it" : expected.to_beat.length ? "may play" : "may lead");
  }
  if (expected.kind !== "play" && expected.seats.includes(seat.seat) && expected.seats.length < snapshot.seats.length) {
    return h("span", { class: "turn-flag" }, { turn: "counts", tribute: "gives", first_drawer: "names" }[expected.kind] ?? "next");
  }
  return null;
}

function passLine(state, onPass) {
  const words = state.pass.is_inferred ? "passed?" : "passed";
  if (!onPass) return h("span", { class: "gj-pass", title: state.pass.is_inferred ? "Another seat played after it" : null }, words);
  const label = state.pass.is_inferred ? "Taken for a pass, since the next seat played. Tap if it was none" : "Tap if it did not pass";
  return h("button", { type: "button", class: `gj-pass${state.pass.is_inferred ? " is-inferred" : ""}`, "data-key": `pass-${state.pass.entry}-${state.seat}`, title: label, "aria-label": label, onclick: () => onPass(state.seat, state.pass) }, words, h("span", { "aria-hidden": "true" }, " ×"));
}

function statusLine(snapshot, state, onPass) {
  const isOver = snapshot.phase === "round_over" || snapshot.phase === "game_over";
  if (isOver && state.place !== null) return h("span", { class: "gj-place" }, state.place === 6 ? "Big Loser" : PLACES[state.place - 1]);
  if (state.place !== null) return h("span", { class: "gj-place" }, `out, ${PLACES[state.place - 1]}`);
  if (state.is_dropped) return h("span", { class: "gj-place" }, "penalty: last");
  if (state.pass) return passLine(state, onPass);
  if (state.left !== null) return h("span", { class: "gj-left" }, h("b", {}, String(state.left)), " left");
  return null;
}

function laidSet(snapshot, laid, onSet) {
  const isTop = laid.entry === series(snapshot).top_entry;
  const isNew = !drawnEntries.has(laid.entry);
  drawnEntries.add(laid.entry);
  const tag = laid.standing === "taken_back" ? "taken back" : laid.standing === "surplus" ? "does not count" : laid.is_last ? "last set" : null;
  return h(onSet ? "button" : "div", {
    type: onSet && "button",
    class: `gj-laid${isTop ? " is-top" : ""}${laid.counts ? "" : " is-out"}${laid.verdict ? " is-flagged" : ""}${isNew ? " is-new" : ""}`,
    "data-entry": laid.entry,
    "data-key": `set-${laid.entry}`,
    "aria-label": `${laid.words} of ${laid.name}${tag ? `, ${tag}` : ""}${onSet ? ". Correct it" : ""}`,
    onclick: onSet && (() => onSet(laid)),
  }, setFan(laid), h("span", { class: "gj-label" }, tag ?? setLabel(laid)));
}

function seatView(snapshot, seat, laid, { chosenSeat, onSeat, onSet, onPass }) {
  const state = snapshot.gou_ji.seats[seat.seat];
  const isOut = (state.place !== null || state.is_dropped) && snapshot.phase === "play";
  const classes = [
    "gj-seat", seat.is_turn && expectedFirst(snapshot, seat) && "is-turn", state.in_duel && "in-duel", state.is_burning && "is-burning",
    isOut && "is-gone", state.pass && "has-passed", chosenSeat === seat.seat && "is-chosen",
  ];
  const name = [teamMark(snapshot, seat.seat), h("span", { class: "name-text" }, seat.name)];
  const duiMen = `Dui Men: ${snapshot.seats[state.dui_men].name}`;
  return h("div", { class: classes.filter(Boolean).join(" "), "data-side": seat.side, "data-seat": seat.seat, "data-team": seat.team },
    flag(snapshot, seat, state),
    h("div", { class: "gj-plate" },
      onSeat
        ? h("button", { type: "button", class: "name", "data-key": `seat-${seat.seat}`, title: `${duiMen}. Tap: the next set is ${seat.name}'s`, "aria-pressed": String(chosenSeat === seat.seat), onclick: () => onSeat(seat.seat) }, name)
        : h("div", { class: "name", title: duiMen }, name),
      statusLine(snapshot, state, onPass)),
    laid ? laidSet(snapshot, laid, onSet) : h("div", { class: "gj-laid is-empty" }));
}

function expectedFirst(snapshot, seat) {
  return snapshot.expected.seat === seat.seat || snapshot.expected.kind !== "play";
}

function banner({ kind, title, text }) {
  return h("div", { class: "gj-banner", "data-kind": kind, role: "status" }, h("b", {}, title), text && h("span", {}, text));
}

function ranking(snapshot, hand) {
  return h("ol", { class: "gj-ranking" }, hand.ranking.map((each, place) => h("li", {},
    h("span", { class: "gj-nth" }, PLACES[place]), teamMark(snapshot, each.seat),
    h("span", { class: "name-text" }, each.name), place === 5 && h("span", { class: "soft" }, "Big Loser"),
    h("b", { class: "gj-points" }, each.points > 0 ? `+${each.points}` : signed(each.points)))));
}

function tribute(snapshot, hand) {
  const ends = { paid: "done", waived: "waived", liberated: "Liberation" };
  return h("ul", { class: "gj-tribute" }, hand.duties.map((duty) => h("li", { class: ends[duty.status] ? "is-settled" : null },
    teamMark(snapshot, duty.giver), snapshot.seats[duty.giver].name,
    h("b", { role: "img", "aria-label": `gives ${duty.count} to` }, "→".repeat(duty.count)),
    teamMark(snapshot, duty.receiver), snapshot.seats[duty.receiver].name,
    h("span", { class: "soft" }, ends[duty.status] ?? (duty.count === 1 ? "one card" : `${duty.count} cards`)))));
}

function draw(snapshot) {
  const { team_draw: drawn } = snapshot.gou_ji;
  const names = (seats) => seats.map((seat) => snapshot.seats[seat].name).join(", ");
  return h("div", { class: "gj-draw" },
    drawn.high.length > 0 && h("p", {}, "High cards: ", h("b", {}, names(drawn.high))),
    drawn.low.length > 0 && h("p", {}, "Low cards: ", h("b", {}, names(drawn.low))),
    drawn.tied.length > 0 && h("p", {}, h("b", {}, names(drawn.tied)), " draw again"));
}

function middle(snapshot, onSet) {
  const { gou_ji: game, phase, result } = snapshot;
  const { hand } = game;
  const big = (text) => h("p", { class: "gj-big" }, text);
  if (phase === "round_over" || phase === "game_over") {
    return [
      big(result ? result.sentence : `Hand ${hand.number} is over`),
      hand.is_double && h("p", { class: "gj-double" }, "Places 1 to 3 in one team: everything counts double"),
      ranking(snapshot, hand),
      hand.is_blocked && h("p", {}, "It counts once the open questions are settled."),
    ];
  }
  const top = series(snapshot)?.sets.find((laid) => laid.entry === series(snapshot).top_entry);
  return [
    game.headline && banner(game.headline),
    top && h(onSet ? "button" : "div", { type: onSet && "button", class: `gj-top${series(snapshot).closed_by ? " is-done" : ""}`, "data-key": "top", "data-entry": top.entry, "aria-label": onSet && `${top.words} of ${top.name}. Correct it`, onclick: onSet && (() => onSet(top)) },
      setFan(top),
      h("span", { class: "gj-caption" }, h("b", {}, setLabel(top)), ` ${top.name}`)),
    !top && game.team_draw && !hand && draw(snapshot),
    !top && big(snapshot.expected.sentence),
    hand && !hand.has_play && hand.duties.length > 0 && tribute(snapshot, hand),
    game.notes.map((note) => h("p", { class: "gj-note" }, note)),
  ];
}

/**
 * The nodes of the table. Only the scorer has `chosenSeat` (the next set is that seat's), onSeat(seat), onSet(set) and
 * onPass(seat, pass).
 */
export function tableView(snapshot, actions) {
  const isOver = snapshot.phase === "round_over" || snapshot.phase === "game_over";
  const sets = isOver ? new Map() : newestSets(snapshot);
  return [h("div", { class: `gj${isOver ? " is-over" : ""}` },
    lines(snapshot),
    snapshot.seats.map((seat) => seatView(snapshot, seat, sets.get(seat.seat), actions)),
    h("div", { class: "gj-middle" }, middle(snapshot, actions.onSet)))];
}

/** The line in the top bar: game and hand; onReview() opens the sets that may be looked at again. */
export function roundLine(snapshot, onReview) {
  const { round, game } = snapshot;
  if (!round) return [h("span", { class: "fact" }, h("b", {}, game.title))];
  return [
    h("span", { class: "fact" }, h("b", {}, `Hand ${round.number}`), ` of ${round.of}`),
    onReview && h("button", { type: "button", class: "text-button gj-review", "data-key": "review", onclick: onReview }, "All sets"),
  ];
}

/** Two boxes with the totals; below, what the hand brought or who of the team is out. */
export function teamsView(snapshot) {
  const { seats: states } = snapshot.gou_ji;
  return snapshot.teams.map((team) => {
    const wins = snapshot.result?.winners.includes(team.team);
    const out = snapshot.phase === "play" ? team.seats.filter((seat) => states[seat].place !== null) : [];
    const now = wins ? "winner" : out.map((seat) => `${snapshot.seats[seat].name} ${PLACES[states[seat].place - 1]}`).join(", ");
    return h("div", { class: `team${wins ? " is-winner" : ""}`, "data-team": team.team },
      h("span", { class: "team-name" }, h("span", { class: "team-mark", "data-team": team.team }), team.name),
      h("span", { class: "total", "aria-label": `total ${team.total}` }, signed(team.total)),
      h("span", { class: "this-round" }, now));
  });
}

/** The sheet: one row per hand with the places, the points of each team and the running totals. */
export function sheetView(snapshot) {
  const { teams, gou_ji: { hands } } = snapshot;
  const points = (score) => (score > 0 ? `+${score}` : signed(score));
  const cells = (row) => teams.flatMap(({ team }) => [
    h("td", { class: "group score" }, row.scores === null ? "" : points(row.scores[team])),
    h("td", {}, row.totals === null ? "" : signed(row.totals[team]))]);
  const initial = (each, place) => h("span", { class: "gj-initial", "data-team": snapshot.seats[each.seat].team, title: `${PLACES[place]}: ${each.name}` },
    [...each.name][0], h("span", { class: "visually-hidden" }, `${[...each.name].slice(1).join("")}, `));
  return h("table", { class: "gj-sheet" },
    h("caption", {}, hands.some((row) => row.status === "blocked")
      ? "The marked hand counts once its open questions are settled."
      : "Places from first to last. ×2: one team took the first three."),
    h("thead", {},
      h("tr", {}, h("td", { colspan: 2 }), teams.map((team) => h("th", { class: "team-head", "data-team": team.team, colspan: 2, scope: "colgroup" }, team.name))),
      h("tr", {}, h("th", { scope: "col" }, "hand"), h("th", { scope: "col", class: "gj-order" }, "places"),
        teams.flatMap(() => [h("th", { scope: "col", class: "group" }, "points"), h("th", { scope: "col" }, "total")]))),
    h("tbody", {}, hands.map((row) => h("tr", { class: row.status, "data-round": row.number },
      h("th", { scope: "row" }, `${row.number}. `, row.is_double && h("b", { class: "gj-times" }, "×2")),
      h("td", { class: "gj-order" }, row.ranking.map(initial)), cells(row)))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 2 }, "Total"),
      teams.map((team) => h("td", { class: "group", colspan: 2 }, signed(team.total))))));
}
