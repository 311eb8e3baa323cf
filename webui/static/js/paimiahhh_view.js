// The table of PaiMiahhh: seats with the tiles they won, the trick, the order of play, the dummy's open hand.

import { cardFace, cardName } from "./cards.js";
import { counted, h, s } from "./dom.js";
import { tileChip } from "./paimiahhh_tiles.js";
import { lyingCards, tableLinks, trickNote } from "./table_view.js";

function turnWord(snapshot, seat) {
  if (!seat.is_turn) return null;
  if (snapshot.expected.kind === "bid") return "to bid";
  return snapshot.trick ? "to play" : "to lead";
}

function roleOf({ contract }, seat) {
  if (!contract?.is_final) return null;
  return { [contract.declarer]: "declarer", [contract.dummy]: "dummy" }[seat];
}

function callLine({ auction }, seat, onCall) {
  const call = auction.calls.filter((each) => each.seat === seat).at(-1);
  if (!call) return h("div", { class: "won-line" }, "no bid yet");
  const words = call.position === null ? "pass" : ["bid ", h("b", {}, call.title)];
  return onCall
    ? h("button", { type: "button", class: "won-line bid-button", "data-key": `call-${seat}`, title: "Correct it", onclick: () => onCall(call) }, words)
    : h("div", { class: "won-line" }, words);
}

function wonLine(seat, won) {
  const noun = seat.tricks === 1 ? " trick" : " tricks";
  return h("div", { class: "won-line" }, h("b", {}, String(seat.tricks)), noun, won.points > 0 && [", tiles ", h("b", {}, String(won.points))]);
}

function seatPlate(snapshot, seat, onCall) {
  const own = snapshot.paimiahhh;
  const won = own.tiles_won?.[seat.seat];
  const word = turnWord(snapshot, seat);
  const role = roleOf(own, seat.seat);
  return h("div", { class: `seat${seat.is_turn ? " is-turn" : ""}`, "data-side": seat.side, "data-seat": seat.seat },
    word && h("span", { class: "turn-flag" }, word),
    h("div", { class: "name" },
      h("span", { class: "team-mark", "data-team": seat.team, title: snapshot.teams[seat.team].name }),
      h("span", { class: "name-text" }, seat.name), role && h("span", { class: "role" }, role)),
    won && (snapshot.phase === "bid" ? callLine(own, seat.seat, onCall) : wonLine(seat, won)),
    won && h("div", { class: "tile-chips" }, won.tiles.map(tileChip),
      own.bonus_to === seat.seat && h("span", { class: "tile-chip is-bonus", title: "The Bonus token: 4 points" }, "+4")));
}

function directionMark({ direction }) {
  const label = direction > 0 ? "Play goes clockwise" : "Reverse: play goes the other way round";
  return h("div", { class: `direction${direction < 0 ? " is-reversed" : ""}`, role: "img", "aria-label": label, title: label },
    s("svg", { viewBox: "0 0 48 48" },
      s("path", { d: "M7.5 24a16.5 16.5 0 0 1 28-11.8" }), s("path", { d: "M40.5 24a16.5 16.5 0 0 1-28 11.8" }),
      s("path", { class: "tip", d: "M38.5 5.5v10h-10z" }), s("path", { class: "tip", d: "M9.5 42.5v-10h10z" })));
}

function dummyHand(snapshot, { onDummyCard, onHand }) {
  const { dummy } = snapshot.paimiahhh;
  if (!dummy?.is_shown || snapshot.phase !== "play") return null;
  const isDue = snapshot.expected.kind === "play" && snapshot.expected.seat === dummy.seat;
  const card = (code) => {
    const attributes = { class: `open-card${isDue && !dummy.may_play.includes(code) ? " is-barred" : ""}`, "data-card": code };
    return onDummyCard
      ? h("button", { ...attributes, type: "button", "data-key": `dummy-${code}`, "aria-label": `${dummy.name} plays ${cardName(code)}`, onclick: () => onDummyCard(code) }, cardFace(code))
      : h("div", attributes, cardFace(code));
  };
  const label = `Open hand of ${dummy.name}${dummy.missing > 0 ? `, ${counted(dummy.missing, "card")} not entered` : ""}`;
  return h("div", { class: `dummy-hand${isDue ? " is-due" : ""}`, "data-seat": dummy.seat },
    onHand ? h("button", { type: "button", class: "dummy-label", "data-key": "open-hand", title: "Correct it", onclick: onHand }, label) : h("span", { class: "dummy-label" }, label),
    h("div", { class: "open-cards" }, dummy.hand.map(card)));
}

function middleNote(snapshot) {
  const { phase, round, result, expected } = snapshot;
  const own = snapshot.paimiahhh;
  if (result) return trickNote(result.sentence, own.rounds.at(-1).sentence);
  if (phase === "round_over") return trickNote(`Round ${round.number} is over`, own.rounds.at(-1).sentence);
  if (phase === "bid") return trickNote(own.contract ? `${snapshot.seats[own.contract.declarer].name}: ${own.contract.tile.title}` : "The bidding", expected.sentence);
  if (phase === "deal") return trickNote(round ? "Dealt again" : "A new game", expected.sentence);
  return trickNote(`Trick ${round.tricks_played + 1} of ${round.hand_size}`, expected.sentence);
}

/** What players forget; the scorer may have an answer asked for again. */
function notesView({ notes = [] }, onAnswer) {
  const note = ({ text, entry }) => h("li", {}, onAnswer && entry !== null
    ? h("button", { type: "button", "data-key": `answer-${entry}`, title: "Ask again", onclick: () => onAnswer({ text, entry }) }, text)
    : text);
  const shown = notes.filter((each) => onAnswer || !each.is_seen);
  return shown.length > 0 && h("ul", { class: "table-notes" }, shown.map(note));
}

/**
 * The nodes of the table. `actions` holds onCard(play), onCall(call), onDummyCard(code), onHand() and onAnswer(answer),
 * null for viewers, and onPast() and onReview().
 */
export function tableView(snapshot, { showsPast, actions }) {
  const trick = showsPast ? snapshot.previous_trick : snapshot.result ? null : snapshot.trick;
  return [
    ...snapshot.seats.map((seat) => seatPlate(snapshot, seat, actions.onCall)),
    h("div", { class: `middle${showsPast ? " is-past" : ""}` },
      trick ? lyingCards(trick, snapshot.seats, actions.onCard) : middleNote(snapshot)),
    snapshot.phase === "play" && directionMark(snapshot.paimiahhh),
    tableLinks(snapshot, { showsPast, ...actions }),
    notesView(snapshot.paimiahhh, actions.onAnswer),
    dummyHand(snapshot, actions),
  ];
}
