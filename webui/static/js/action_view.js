// What comes next, with the buttons for it: deal, turn, bid, play, gather, next round.

import { counted, h } from "./dom.js";
import { cardPad } from "./pad.js";
import { roundTitle } from "./table_view.js";

/** A button for each seat, the `current` one pressed. */
export function seatSwitch(snapshot, current, onSeat, label = "Who plays") {
  return h("div", { class: "seat-switch", role: "group", "aria-label": label },
    snapshot.seats.map((seat) => h("button", {
      type: "button", "aria-pressed": String(seat.seat === current), "data-key": `switch-${seat.seat}`, onclick: () => onSeat(seat.seat),
    }, seat.name)));
}

function dealView(snapshot, run) {
  const { expected, seats, round } = snapshot;
  const number = snapshot.phase === "round_over" ? round.number + 1 : round && snapshot.phase === "deal" ? round.number : 1;
  const size = expected.hand_size === null ? "" : `, ${counted(expected.hand_size, "card")} each`;
  const start = (dealer) => run("/api/round", dealer === null ? {} : { dealer });
  const head = h("div", { class: "action-head" }, h("h2", {}, `${roundTitle(snapshot, number)}${size}`));
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
    "aria-label": bid.allowed ? `${name} bids ${bid.title}` : `${bid.title} is barred: ${bid.reason}`,
    onclick: () => (bid.allowed ? run("/api/bid", { seat: expected.seat, value: bid.value }) : confirmBid(expected.seat, bid)),
  }, bid.title);
  const offerButton = (offer) => h("button", {
    type: "button", class: "button", "data-key": `say-${offer.what}`, "aria-label": `${name} says ${offer.title}`,
    onclick: () => run("/api/announce", { seat: expected.seat, what: offer.what }),
  }, offer.title);
  return [
    h("div", { class: "action-head" }, h("h2", {}, `${name} bids`), h("span", { class: "soft" }, `of ${counted(snapshot.round.hand_size, "trick")}`)),
    h("div", { class: "bids" }, expected.bids.map(bidButton)),
    expected.offers.length > 0 && h("div", { class: "row" }, expected.offers.map(offerButton)),
    barred.length > 0 && h("p", { class: "barred-note" },
      `${barred.map((bid) => bid.title).join(", ")} ${barred.length > 1 ? "are" : "is"} barred: ${barred[0].reason}.`),
  ];
}

/** Whose card the pad enters; where the lead is nobody's yet, it is not out of turn. */
function playSentence({ expected, seats }, seat) {
  if (seat === null || seat === expected.seat) return expected.sentence;
  return `${seats[seat].name} ${expected.seat === null ? "leads." : "plays out of turn."}`;
}

/** What a viewer sees: the sentence alone. */
export function viewerAction(snapshot) {
  const barred = snapshot.expected.bids.filter((bid) => !bid.allowed);
  return [
    h("div", { class: "action-head" },
      h("h2", {}, snapshot.result ? snapshot.result.sentence : snapshot.expected.sentence || "Watching"),
      h("a", { class: "button small", href: "/scorer" }, "Keep the score")),
    barred.length > 0 && h("p", { class: "barred-note" }, `${barred[0].title} is barred: ${barred[0].reason}.`),
  ];
}

/**
 * What the scorer sees. `run(path, body)` sends a command; `pad` is null or says who the next card is from:
 * { isOpen, seat, onOpen, onSeat, onCard }.
 */
export function scorerAction(snapshot, { run, confirmBid, onNewGame, pad }) {
  const { expected } = snapshot;
  const head = (title, ...more) => h("div", { class: "action-head" }, h("h2", {}, title), more);
  if (snapshot.result) {
    return head(snapshot.result.sentence,
      expected.hand_size !== null && h("button", { type: "button", class: "button", "data-key": "extra", onclick: () => run("/api/round") }, "One more round"),
      h("button", { type: "button", class: "button primary", "data-key": "new-game", onclick: onNewGame }, "New game"));
  }
  const byHand = h("button", { type: "button", class: "button small", "data-key": "open-pad", onclick: pad.onOpen }, "Enter a card by hand");
  const cards = () => cardPad(snapshot.game.deck, snapshot.scorer.seen, pad.onCard);
  switch (expected.kind) {
    case "round":
      return dealView(snapshot, run);
    case "turn":
      return pad.isOpen ? [head("Which card is turned for trump?"), cards()] : head("Turn a card for trump", byHand);
    case "bid":
      return bidView(snapshot, run, confirmBid);
    case "gather":
      return head(expected.seat === null ? "Somebody takes the trick" : `${snapshot.seats[expected.seat].name} takes the trick`,
        h("button", { type: "button", class: "button primary", "data-key": "gather", onclick: () => run("/api/gather") }, "Gather the cards"));
    case "play":
      if (!pad.isOpen) return head(expected.sentence, byHand);
      return [
        head(playSentence(snapshot, pad.seat), seatSwitch(snapshot, pad.seat, pad.onSeat)),
        pad.seat === null ? h("p", { class: "soft" }, "Say first who that is.") : cards(),
        pad.seat !== null && h("div", { class: "pad-foot" },
          h("span", { class: "soft" }, "Grey cards were seen in this round."),
          snapshot.trick && h("button", { type: "button", class: "button small quiet", "data-key": "gather-early", onclick: () => run("/api/gather") }, "Gather now")),
      ];
    default:
      return head(expected.sentence || "Nothing to do");
  }
}
