// The table: seats, the cards lying there, the turned card, the last trick on request.

import { cardFace, cardName, namedMark, playName, suitIcon, SUITS } from "./cards.js";
import { counted, h } from "./dom.js";

const drawnCards = new Set();

function pips(bid, won) {
  if (bid === null && won === 0) return h("div", { class: "pips", "aria-hidden": "true" });
  const count = Math.max(bid ?? 0, won);
  const kind = (place) => (place >= won ? "pip" : bid !== null && place >= bid ? "pip over" : "pip won");
  return h("div", { class: "pips", "aria-hidden": "true" }, Array.from({ length: count }, (_, place) => h("span", { class: kind(place) })));
}

function turnWord(snapshot, seat) {
  if (!seat.is_turn) return null;
  if (snapshot.expected.kind === "bid") return "to bid";
  return snapshot.expected.led_suit ? "to play" : "to lead";
}

function seatPlate(snapshot, seat) {
  const word = turnWord(snapshot, seat);
  return h("div", { class: `seat${seat.is_turn ? " is-turn" : ""}`, "data-side": seat.side, "data-seat": seat.seat },
    word && h("span", { class: "turn-flag" }, word),
    h("div", { class: "name" },
      snapshot.teams[seat.team]?.seats.length > 1 && h("span", { class: "team-mark", "data-team": seat.team, title: snapshot.teams[seat.team].name }),
      h("span", { class: "name-text" }, seat.name),
      seat.is_dealer && h("span", { class: "dealer", title: "Dealer", role: "img", "aria-label": "dealer" }, "D")),
    h("div", { class: "won-line" }, wonLine(snapshot, seat)),
    seat.note && h("div", { class: "seat-note" }, seat.note),
    snapshot.game.has_bids && pips(seat.bid, seat.tricks));
}

function wonLine({ game, phase }, seat) {
  const won = h("b", {}, String(seat.tricks));
  if (!game.has_bids) return [won, seat.tricks === 1 ? " trick" : " tricks"];
  if (seat.bid === null) return phase === "play" ? ["won ", won, ", no bid"] : ["no bid yet"];
  const bid = h("b", {}, seat.bid_title);
  if (phase === "bid" || phase === "turn") return ["bid ", bid];
  return seat.bid_title === String(seat.bid) ? ["won ", won, " of ", bid] : [bid, ", won ", won];
}

function tagOf(trick, play) {
  if (play.standing === "taken_back") return "taken back";
  if (play.standing === "surplus") return "one too many";
  if (trick.winner !== null && play.seat === trick.winner) return "wins";
  if (trick.best === play.seat && trick.plays.length > 1) return "winning";
  return play.seat === trick.leader && !trick.complete ? "led" : null;
}

/** How far a card of several of one seat is moved, in steps: from the seat's side towards the middle of the table. */
function fanSteps(side, nth, count) {
  return { left: nth, right: nth - (count - 1) }[side] ?? nth - (count - 1) / 2;
}

/** The cards of a trick, each on its seat's side; `onCard(play)` is null where nothing can be corrected. */
export function lyingCards(trick, seats, onCard) {
  return trick.plays.map((play) => {
    const ofSeat = trick.plays.filter((each) => each.seat === play.seat);
    const { side } = seats[play.seat];
    const key = `${play.entry}-${play.place}`;
    const counts = play.standing === "counts";
    const isBest = counts && (trick.winner ?? trick.best) === play.seat && trick.plays.length > 1;
    const tag = tagOf(trick, play);
    const isLastOfTag = ofSeat.findLast((each) => tagOf(trick, each) === tag) === play;
    const isNew = !drawnCards.has(key);
    drawnCards.add(key);
    return h(onCard ? "button" : "div", {
      class: `lying${isBest ? " is-best" : ""}${play.verdict ? " is-flagged" : ""}${isNew ? " is-new" : ""}`,
      type: onCard && "button",
      "data-side": side,
      "data-standing": play.standing,
      "data-entry": play.entry,
      "data-card": play.card,
      "data-key": `play-${key}`,
      "aria-label": onCard && `${playName(play)} of ${play.name}${tag ? `, ${tag}` : ""}. Correct it`,
      vars: { "--shift": `calc(var(--fan-step) * ${fanSteps(side, ofSeat.indexOf(play), ofSeat.length)})` },
      onclick: onCard && (() => onCard(play)),
    }, cardFace(play.card), namedMark(play), tag && isLastOfTag && h("span", { class: "tag" }, tag));
  });
}

function turnedCard(snapshot, onTurned) {
  const { round, game } = snapshot;
  if (!round || round.phase === "over" || !game.has_trump) return null;
  if (round.turned_card) {
    const face = cardFace(round.turned_card);
    return h("div", { class: "turned" },
      onTurned
        ? h("button", { type: "button", "data-key": "turned", "data-card": round.turned_card, "aria-label": `${cardName(round.turned_card)}, turned for trump. Correct it`, onclick: () => onTurned(round) }, face)
        : h("div", { class: "turned-card" }, face),
      h("span", {}, "trump"));
  }
  if (!round.trump_is_known && onTurned && round.phase === "play") {
    return h("div", { class: "turned" }, h("button", { type: "button", class: "no-trump", "data-key": "turned", onclick: () => onTurned(round) }, "trump?"));
  }
  if (round.trump_is_known && round.trump === null) return h("div", { class: "turned" }, h("span", { class: "no-trump" }, "no trump"));
  if (round.trump) return h("div", { class: "turned" }, h("span", { class: `card-chip suit-${round.trump}` }, suitIcon(round.trump)), h("span", {}, "trump"));
  return null;
}

/** The last trick on request, and all of them where they may be looked at. */
export function tableLinks(snapshot, { showsPast, onPast, onReview }) {
  return h("div", { class: "table-links" },
    snapshot.previous_trick && h("button", { type: "button", "data-key": "past", "aria-pressed": String(showsPast), onclick: onPast }, showsPast ? "Back to the table" : "Last trick"),
    onReview && h("button", { type: "button", "data-key": "review", onclick: onReview }, "All tricks"));
}

/** What the middle of the table says while no card lies there. */
export function trickNote(big, small) {
  return h("div", { class: "middle-note" }, h("span", { class: "big" }, big), small && h("span", {}, small));
}

/**
 * The nodes of the table. `actions` holds onCard(play), onTurned(round), onPast(), onReview();
 * the first two only for the scorer.
 */
export function tableView(snapshot, { showsPast, actions }) {
  const trick = showsPast ? snapshot.previous_trick : snapshot.trick;
  const middle = h("div", { class: `middle${showsPast ? " is-past" : ""}` });
  if (trick) middle.append(...lyingCards(trick, snapshot.seats, actions.onCard));
  if (showsPast && trick) {
    const winner = trick.plays.find((play) => play.seat === (trick.taken_by ?? trick.winner));
    middle.append(h("span", { class: "past-label" }, `Trick ${trick.number}${winner ? `, taken by ${winner.name}` : ""}`));
  }
  if (!trick) middle.append(middleNote(snapshot));
  return [
    turnedCard(snapshot, actions.onTurned),
    ...snapshot.seats.map((seat) => seatPlate(snapshot, seat)),
    middle,
    tableLinks(snapshot, { showsPast, ...actions }),
  ];
}

function middleNote(snapshot) {
  const { round, phase } = snapshot;
  if (snapshot.result) return trickNote(snapshot.result.sentence);
  if (phase === "deal" || !round) return trickNote(snapshot.expected.sentence);
  if (phase === "round_over") return trickNote(`Round ${round.number} is over`, round.blocked ? "It counts once the open questions are settled." : "");
  if (phase === "bid") {
    const bids = snapshot.seats.filter((seat) => seat.bid !== null).length;
    return trickNote(`${counted(round.hand_size, "card")} each`, bids ? `Bids so far: ${round.bids_sum} of ${counted(round.hand_size, "trick")}` : "The bids come next");
  }
  if (phase === "turn") return trickNote("Turn a card for trump");
  const passing = round.notes.find((note) => note.name === "passing");
  if (passing) return trickNote(passing.text, snapshot.expected.sentence);
  return trickNote(`Trick ${round.tricks_played + 1} of ${round.hand_size}`, snapshot.expected.sentence);
}

/** The line in the top bar: game, round, dealer, trump. */
export function roundLine(snapshot, onDealer) {
  const { round, game } = snapshot;
  if (!game) return [];
  if (!round) return [h("span", { class: "fact" }, h("b", {}, game.title))];
  const isOneSize = round.of === null;
  const dealer = snapshot.seats[round.dealer]?.name;
  const trump = !round.trump_is_known ? h("span", {}, "No trump yet")
    : round.trump === null ? h("span", {}, "No trump")
      : [h("span", {}, "Trump"), h("span", { class: "suit-chip", title: SUITS[round.trump]?.name }, suitIcon(round.trump))];
  return [
    isOneSize && h("span", { class: "fact fact-game" }, h("b", {}, game.title)),
    h("span", { class: "fact" }, h("b", {}, `Round ${round.number}`), !isOneSize && `of ${round.of}`),
    !isOneSize && h("span", { class: "fact" }, counted(round.hand_size, "card")),
    h("span", { class: "fact fact-dealer" }, onDealer
      ? h("button", { type: "button", class: "text-button", "data-key": "dealer", title: "Correct the dealer", onclick: onDealer }, `Dealer ${dealer}`)
      : `Dealer ${dealer}`),
    game.has_trump && h("span", { class: "fact" }, trump),
  ];
}

/** "Round 3 of 10", or "Round 3" where the number of rounds is open. */
export function roundTitle({ game }, number) {
  const most = game.schedule.length;
  return most > 0 ? `Round ${number} of ${Math.max(most, number)}` : `Round ${number}`;
}
