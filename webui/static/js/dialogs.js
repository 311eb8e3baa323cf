// Dialogs: correct a card, add a missed one, look at past tricks, confirm.

import { evidence } from "./attention_view.js";
import { cardChip, cardFace, cardName, cardSign, playName } from "./cards.js";
import { get } from "./commands.js";
import { h } from "./dom.js";
import { cardPad } from "./pad.js";

const dialog = document.getElementById("dialog");

/** Show a dialog of its own, or in place of the one that is open. */
export function open(title, ...content) {
  dialog.replaceChildren(
    h("div", { class: "dialog-head" },
      h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: close }, closeIcon())),
    ...content.flat(Infinity).filter(Boolean));
  dialog.setAttribute("aria-labelledby", "dialog-title");
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function closeIcon() {
  const template = document.createElement("template");
  template.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg>';
  return template.content;
}

export function close() {
  if (dialog.open) dialog.close();
}

dialog.addEventListener("click", (event) => event.target === dialog && close());

/** Ask before something that is not done every day. */
export function confirm(title, text, doIt, onYes) {
  open(title, h("p", {}, text), h("div", { class: "row" },
    h("button", { type: "button", class: "button primary", "data-key": "confirm", onclick: () => { close(); onYes(); } }, doIt),
    h("button", { type: "button", class: "button", onclick: close }, "Leave it")));
}

function seatButtons(snapshot, current, onSeat) {
  return h("div", { class: "row" }, snapshot.seats.map((seat) => h("button", {
    type: "button", class: "button small", disabled: seat.seat === current, "data-seat": seat.seat, onclick: () => onSeat(seat.seat),
  }, seat.name)));
}

/** Of several cards laid at once, the one that is looked at, and a way to each other. */
function playSwitch(cards, place, onPlace) {
  return h("div", { class: "row", role: "group", "aria-label": "Laid at once" }, cards.map((code, each) => h("button", {
    type: "button", class: "chip-button", "data-place": each, "aria-pressed": String(each === place), "aria-label": cardName(code), onclick: () => onPlace(each),
  }, cardChip(code))));
}

/** Tap on a card: likely other cards, the whole pack, another seat, never there, a card missed before it. */
export async function correctCard(snapshot, { entry, place = 0 }, run) {
  let known;
  try {
    known = await get(`/api/entries/${entry}/candidates?place=${place}`);
  } catch (error) {
    return open("This card", h("p", {}, error.message));
  }
  const act = (path, body) => {
    close();
    run(path, body);
  };
  const correct = (body) => act(`/api/entries/${entry}/correct`, body);
  const isSeveral = known.cards.length > 1;
  const another = (card) => correct(isSeveral ? { card, place } : { card });
  const remove = () => (isSeveral ? correct({ cards: known.cards.filter((_, each) => each !== place) }) : act(`/api/entries/${entry}/remove`, {}));
  const isPlay = known.seat !== null;
  const owner = isPlay ? ` of ${snapshot.seats[known.seat].name}` : ", turned for trump";
  open(`${cardSign(known.card)}${owner}`,
    isSeveral && playSwitch(known.cards, place, (other) => correctCard(snapshot, { entry, place: other }, run)),
    h("div", { class: "look" },
      known.picture && h("img", { src: known.picture, alt: "What the camera saw" }),
      h("div", { class: "drawn" }, cardFace(known.card)),
      known.note && h("span", { class: "soft" }, known.note)),
    h("h3", {}, "It really is"),
    h("div", { class: "likely" }, known.likely.map((each) => h("button", {
      type: "button", "data-card": each.card, "aria-label": cardName(each.card), onclick: () => another(each.card),
    }, cardFace(each.card), each.probability ? h("span", {}, `${Math.round(each.probability * 100)} %`) : each.seen && h("span", {}, "seen")))),
    h("details", {}, h("summary", { class: "button quiet" }, "Another card"), cardPad(snapshot.game.deck, snapshot.scorer.seen, another, "correct")),
    isPlay && [h("h3", {}, isSeveral ? `All ${known.cards.length} were played by` : "Played by"), seatButtons(snapshot, known.seat, (seat) => correct({ seat }))],
    h("h3", {}, "Something else"),
    h("div", { class: "row" },
      isPlay && h("button", { type: "button", class: "button small", "data-key": "insert", onclick: () => insertCard(snapshot, entry, `Missed before ${cardSign(known.card)}`, run) }, "A card laid before it was missed"),
      h("button", { type: "button", class: "button small", "data-key": "remove", onclick: remove }, "There was no such card")));
}

/** A card that was missed just before an entry; `likelySeat` is chosen beforehand where it is known. */
export function insertCard(snapshot, before, title, run, likelySeat = null) {
  let seat = likelySeat;
  const draw = () => open(title,
    h("h3", {}, "Played by"),
    h("div", { class: "seat-switch" }, snapshot.seats.map((each) => h("button", {
      type: "button", "aria-pressed": String(each.seat === seat), "data-seat": each.seat, onclick: () => { seat = each.seat; draw(); },
    }, each.name))),
    h("h3", {}, "The card"),
    seat === null
      ? h("p", { class: "soft" }, "Say first who played it.")
      : cardPad(snapshot.game.deck, snapshot.scorer.seen, (card) => { close(); run(`/api/entries/${before}/insert`, { card, seat }); }, "insert"));
  draw();
}

/** Who dealt this round? */
export function correctDealer(snapshot, run) {
  open("Who dealt this round?", seatButtons(snapshot, snapshot.round.dealer, (dealer) => {
    close();
    run(`/api/entries/${snapshot.round.entry}/correct`, { dealer });
  }));
}

/** The card turned for trump was missed, and play is on. */
export function turnedCard(snapshot, run) {
  open("Which card was turned for trump?", cardPad(snapshot.game.deck, snapshot.scorer.seen, (card) => {
    close();
    run(`/api/entries/${snapshot.round.first_play}/insert`, { turned: card });
  }, "turned"));
}

/** A bid: change it, take it out, or put in one that is missing. */
export function correctBid(snapshot, seat, run) {
  const act = (path, body) => { close(); run(path, body); };
  const isMissing = seat.bid_entry === null;
  const [path, body] = isMissing
    ? [`/api/entries/${snapshot.round.first_play}/insert`, { seat: seat.seat }]
    : [`/api/entries/${seat.bid_entry}/correct`, {}];
  open(`${isMissing ? "Missing bid" : "Bid"} of ${seat.name}`,
    h("div", { class: "bids" }, Array.from({ length: snapshot.round.hand_size + 1 }, (_, value) => h("button", {
      type: "button", class: "bid", disabled: snapshot.game.bid_titles[value] === seat.bid_title || String(value) === seat.bid_title, "data-value": value,
      onclick: () => act(path, { ...body, event: "bid", value }),
    }, snapshot.game.bid_titles[value] ?? String(value)))),
    snapshot.game.bid_words.length > 0 && h("div", { class: "row" }, snapshot.game.bid_words.map(({ what, title }) => h("button", {
      type: "button", class: "button small", disabled: title.toLowerCase() === seat.bid_title, "data-key": `bid-${what}`, onclick: () => act(path, { ...body, event: "announce", what }),
    }, title))),
    !isMissing && [h("h3", {}, "Something else"), h("div", { class: "row" },
      h("button", { type: "button", class: "button small", onclick: () => act(`/api/entries/${seat.bid_entry}/remove`, {}) }, "There was no such bid"))]);
}

/** Which of these cards was read wrong? */
export function pickMisread(finding, run, { face, onCard }) {
  open("Which card was read wrong?",
    h("p", { class: "soft" }, finding.sentence),
    h("ul", { class: "evidence" }, finding.pictures.map((item) => evidence(item, { face, onCard }))),
    h("h3", {}, "Not known which"),
    h("div", { class: "row" }, h("button", {
      type: "button", class: "button small", "data-key": "misread-unknown",
      onclick: () => { close(); run(`/api/verdicts/${encodeURIComponent(finding.id)}/rule`, { decision: "misread" }); },
    }, "Just note that a card was read wrong")));
}

/** Every step of the game, the newest first: each can be taken out, a card of a trick corrected. */
export async function reviewSteps(snapshot, run, onCard) {
  let steps;
  try {
    steps = await get("/api/entries");
  } catch (error) {
    return open("What was entered", h("p", {}, error.message));
  }
  const step = ({ entry, words, is_start: isStart, is_play: isPlay }) => h("li", { "data-entry": entry },
    h("span", {}, words),
    isPlay && onCard && h("button", { type: "button", class: "button small", "aria-label": `Correct: ${words}`, onclick: () => onCard({ entry }) }, "Correct"),
    !isStart && h("button", { type: "button", class: "button small", "aria-label": `Take out: ${words}`, onclick: () => { close(); run(`/api/entries/${entry}/remove`, {}); } }, "Take out"));
  open("What was entered",
    h("p", { class: "soft" }, "The newest first. What is taken out never happened; Undo brings it back."),
    h("ol", { class: "steps-list" }, steps.map(step)));
}

/** All tricks this page may look at again; the scorer can tap a card to correct it. */
export async function reviewTricks(snapshot, run) {
  let rounds;
  try {
    rounds = await get("/api/tricks");
  } catch (error) {
    return open("Tricks", h("p", {}, error.message));
  }
  const chip = (play, trick) => {
    const attributes = {
      class: `chip-button${play.seat === (trick.taken_by ?? trick.winner) && play.standing === "counts" ? " is-winner" : ""}`,
      "data-entry": play.entry,
    };
    const face = [h("span", {}, cardChip(play.card), play.named && [" ", cardChip(play.named)]), h("span", {}, play.name)];
    return snapshot.is_scorer
      ? h("button", { ...attributes, type: "button", "aria-label": `${playName(play)} of ${play.name}. Correct it`, onclick: () => correctCard(snapshot, play, run) }, face)
      : h("span", attributes, face);
  };
  const repairs = (trick) => trick.gathered && !trick.complete && [
    h("button", { type: "button", class: "button small", onclick: () => insertCard(snapshot, trick.gathered_entry, `Missed in trick ${trick.number}`, run) }, "Add a card"),
    h("button", { type: "button", class: "button small", onclick: () => { close(); run(`/api/entries/${trick.gathered_entry}/remove`); } }, "Was not gathered yet"),
  ];
  const shown = rounds.filter((round) => round.tricks.length > 0).reverse();
  open("Tricks",
    shown.length === 0 && h("p", { class: "soft" }, "No trick may be looked at now."),
    shown.map((round) => [
      h("h3", {}, `Round ${round.round}${round.void ? ", dealt again" : ""}`),
      round.tricks.map((trick) => h("div", { class: "past-trick" },
        h("span", { class: "trick-number" }, `Trick ${trick.number}`), trick.plays.map((play) => chip(play, trick)), snapshot.is_scorer && repairs(trick))),
    ]));
}
