// What comes next, with the buttons for it: deal, turn, bid, play, gather, next round.

import { counted, h } from "./dom.js";
import { cardPad } from "./pad.js";

function seatSwitch(snapshot, current, onSeat) {
  return h("div", { class: "seat-switch", role: "group", "aria-label": "Who plays" },
    snapshot.seats.map((seat) => h("button", {
      type: "button", "aria-pressed": String(seat.seat === current), "data-key": `switch-${seat.seat}`, onclick: () => onSeat(seat.seat),
    }, seat.name)));
}

function dealView(snapshot, run) {
  const { expected, seats, round, game } = snapshot;
  const number = snapshot.phase === "round_over" ? round.number + 1 : round && snapshot.phase === "deal" ? round.number : 1;
  const size = expected.hand_size === null ? "" : `, ${counted(expected.hand_size, "card")} each`;
  const start = (dealer) => run("/api/round", dealer === null ? {} : { dealer });
  const head = h("div", { class: "action-head" }, h("h2", {}, `Round ${number} of ${Math.max(game.schedule.length, number)}${size}`));
  if (expected.dealer !== null) {
    return [head, h("div", { class: "row" },
      h("button", { type: "button", class: "button primary", "data-key": "deal", onclick: () => start(null) }, `${seats[expected.dealer].name} deals`))];
  }
  return [head, h("p", { class: "soft" }, "Who deals first?"), h("div", { class: "row" },
    seats.map((seat) => h("button", { type: "button", class: "button", "data-key": `deal-${seat.seat}`, onclick: () => start(seat.seat) }, seat.name)),
    h("button", { type: "button", class: "button primary", "data-key": "deal-drawn", onclick: () => start(Math.floor(Math.random() * seats.length)) }, "Draw one"))];
}

function bidView(snapshot, run, confirmBid) {
  const { expected, seats } = snapshot;
  const name = seats[expected.seat].name;
  const barred = expected.bids.filter((bid) => !bid.allowed);
  const bidButton = (bid) => h("button", {
    type: "button",
    class: `bid${bid.allowed ? "" : " barred"}`,
    "data-key": `bid-${bid.value}`,
    "data-value": bid.value,
    "aria-label": bid.allowed ? `${name} bids ${bid.value}` : `${bid.value} is barred: ${bid.reason}`,
    onclick: () => (bid.allowed ? run("/api/bid", { seat: expected.seat, value: bid.value }) : confirmBid(expected.seat, bid)),
  }, String(bid.value));
  return [
    h("div", { class: "action-head" }, h("h2", {}, `${name} bids`), h("span", { class: "soft" }, `of ${counted(snapshot.round.hand_size, "trick")}`)),
    h("div", { class: "bids" }, expected.bids.map(bidButton)),
    barred.length > 0 && h("p", { class: "barred-note" },
      `${barred.map((bid) => bid.value).join(", ")} ${barred.length > 1 ? "are" : "is"} barred: ${barred[0].reason}.`),
  ];
}

/** What a viewer sees: the sentence alone. */
export function viewerAction(snapshot) {
  const barred = snapshot.expected.bids.filter((bid) => !bid.allowed);
  return [
    h("div", { class: "action-head" },
      h("h2", {}, snapshot.result ? snapshot.result.sentence : snapshot.expected.sentence || "Watching"),
      h("a", { class: "button small", href: "/scorer" }, "Keep the score")),
    barred.length > 0 && h("p", { class: "barred-note" }, `${barred[0].value} is barred: ${barred[0].reason}.`),
  ];
}

/** What the scorer sees. `run(path, body)` sends a command. */
export function scorerAction(snapshot, { run, confirmBid, onNewGame, onRedeal }) {
  const { expected, phase } = snapshot;
  if (snapshot.result) {
    return [h("div", { class: "action-head" }, h("h2", {}, snapshot.result.sentence),
      h("button", { type: "button", class: "button primary", "data-key": "new-game", onclick: onNewGame }, "New game"))];
  }
  switch (expected.kind) {
    case "round":
      return dealView(snapshot, run);
    case "turn":
      return h("div", { class: "action-head" }, h("h2", {}, "Which card is turned for trump?"),
        phase === "turn" && h("button", { type: "button", class: "button small quiet", "data-key": "redeal", onclick: onRedeal }, "Misdeal"));
    case "bid":
      return bidView(snapshot, run, confirmBid);
    case "gather": {
      const name = expected.seat === null ? "Somebody" : snapshot.seats[expected.seat].name;
      return h("div", { class: "action-head" }, h("h2", {}, `${name} takes the trick`),
        h("button", { type: "button", class: "button primary", "data-key": "gather", onclick: () => run("/api/gather") }, "Gather the cards"));
    }
    case "play":
      return h("div", { class: "action-head" }, h("h2", {}, expected.sentence),
        snapshot.trick && h("button", { type: "button", class: "button small quiet", "data-key": "gather-early", onclick: () => run("/api/gather") }, "Gather as it is"));
    default:
      return h("div", { class: "action-head" }, h("h2", {}, expected.sentence || "Nothing to do"));
  }
}

/**
 * The pad for the next card, or null when none is due. `seat` is who plays it.
 */
export function nextCardPad(snapshot, { seat, onSeat, onCard }) {
  const { expected } = snapshot;
  if (!["turn", "play", "gather"].includes(expected.kind)) return null;
  const turning = expected.kind === "turn";
  return [
    h("div", { class: "pad-head" },
      h("h3", {}, turning ? "Turned card" : "Card played by"),
      !turning && seatSwitch(snapshot, seat, onSeat)),
    cardPad(snapshot.game.deck, snapshot.scorer.seen, onCard),
    h("p", { class: "pad-hint" }, "Grey cards have been seen in this round. Tap one anyway if it is there."),
  ];
}
