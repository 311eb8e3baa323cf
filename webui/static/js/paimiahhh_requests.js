// What only a player of PaiMiahhh can tell, asked so that one tap answers it: Joker, column, Porter, open hand, auction.

import { rankLabel, suitIcon, SUITS } from "./cards.js";
import * as dialogs from "./dialogs.js";
import { counted, h } from "./dom.js";
import { severalPad } from "./pad.js";

const colourButton = (colour, attributes, words = SUITS[colour].name) => h("button", { type: "button", class: `button colour-button suit-${colour}`, ...attributes }, suitIcon(colour, ""), words);

function declare(item, choice, run) {
  return run("/api/declare", { entry: item.entry, kind: item.kind, choice });
}

/** A row of values for each colour the Joker may be named in. */
function jokerView(item, run) {
  const codes = item.choices.map((each) => each.choice);
  const colours = [...new Set(codes.map((code) => code[1]))];
  const titles = Object.fromEntries(item.choices.map((each) => [each.choice, each.title]));
  return h("div", { class: "joker-grid" }, colours.map((colour) => h("div", { class: `joker-row suit-${colour}` }, suitIcon(colour),
    codes.filter((code) => code[1] === colour).map((code) => h("button", {
      type: "button", "data-choice": code, "data-key": `declare-${item.id}-${code}`, "aria-label": titles[code], onclick: () => declare(item, code, run),
    }, rankLabel(code[0]))))));
}

function columnView(item, run) {
  return h("div", { class: "row" }, item.choices.map(({ choice, title }) => {
    const attributes = { "data-choice": choice, "data-key": `declare-${item.id}-${choice}`, onclick: () => declare(item, choice, run) };
    return SUITS[choice] ? colourButton(choice, attributes) : h("button", { type: "button", class: "button", ...attributes }, title);
  }));
}

// Porter: the column, then where each of its two tiles goes. What is chosen so far, by request.
const carrying = { id: null, source: null, lower: null, upper: null };

function movesOf(item) {
  return item.choices.map(({ choice }) => {
    const [source, rest = ""] = choice.split(">");
    const targets = rest.replace("~", "").split("+").filter(Boolean);
    return { choice, source, lower: targets[0] ?? null, upper: targets[1] ?? targets[0] ?? null, isSwapped: rest.endsWith("~") };
  });
}

function porterView(item, { run, redraw }) {
  if (carrying.id !== item.id) Object.assign(carrying, { id: item.id, source: null, lower: null, upper: null });
  const moves = movesOf(item);
  const left = moves.filter((move) => ["source", "lower", "upper"].every((part) => carrying[part] === null || move[part] === carrying[part]));
  const ofSource = moves.filter((move) => move.source === carrying.source);
  const isOneTile = ofSource.every((move) => move.lower === move.upper);
  const choose = (part, colour) => {
    carrying[part] = colour;
    if (part === "source") Object.assign(carrying, { lower: null, upper: null });
    const fitting = moves.filter((move) => move.source === carrying.source && (part === "source" || move.lower === carrying.lower)
      && (part !== "upper" || move.upper === carrying.upper));
    if (fitting.length === 1) declare(item, fitting[0].choice, run);
    redraw();
  };
  const step = (label, part, colours) => h("div", { class: "porter-step" }, h("span", {}, label), h("div", { class: "row" }, [...new Set(colours)].map((colour) => colourButton(colour, {
    "aria-pressed": String(carrying[part] === colour), "data-choice": `${part}:${colour}`, "data-key": `porter-${part}-${colour}`, onclick: () => choose(part, colour),
  }))));
  const targets = ofSource.map((move) => move.lower).filter(Boolean);
  const orders = left.filter((move) => carrying.upper !== null && move.lower === move.upper);
  return h("div", { class: "porter" },
    step("From", "source", moves.map((move) => move.source)),
    targets.length > 0 && step(isOneTile ? "To" : "Lower tile to", "lower", targets),
    carrying.lower && !isOneTile && step("Upper tile to", "upper", ofSource.filter((move) => move.lower === carrying.lower).map((move) => move.upper)),
    orders.length > 1 && h("div", { class: "row" }, orders.map((move) => h("button", {
      type: "button", class: "button", "data-choice": move.choice, onclick: () => declare(item, move.choice, run),
    }, move.isSwapped ? "Turned round" : "In their order"))));
}

/** The dummy's hand, tapped card by card and entered at once. */
function chooseHand(snapshot, chosen, onDone) {
  const { name, hand, missing } = snapshot.paimiahhh.dummy;
  const draw = () => dialogs.open(`Open hand of ${name}`, severalPad(snapshot.game.deck, snapshot.scorer.seen, chosen, {
    onChange: draw,
    onDone: (cards) => { dialogs.close(); onDone(cards); },
    title: (count) => `Enter ${count} of ${counted(hand.length + missing, "card")}`,
    keyPrefix: "hand",
  }));
  draw();
}

/** The open hand is another one than was entered; what was played from it since belonged to it. */
export function correctHand(snapshot, run) {
  const { hand, entries: [first, ...later], played_since: played } = snapshot.paimiahhh.dummy;
  chooseHand(snapshot, [...hand], async (cards) => {
    for (const entry of later) await run(`/api/entries/${entry}/remove`);
    await run(`/api/entries/${first}/correct`, { cards: [...cards, ...played] });
  });
}

/** Everybody who has yet to pass on the last bid does. */
export async function passAll(snapshot, run) {
  for (const [step, seat] of snapshot.paimiahhh.auction.to_pass.entries()) {
    await run("/api/pass", { seat, log_length: snapshot.log_length + step });
  }
}

/** The auction was not told to its end: one tap for the passes that are missing; the tiles take a missing bid. */
function auctionView(snapshot, run) {
  const { contract } = snapshot.paimiahhh;
  if (!contract) return h("p", {}, "Tap the tile where the marker lies.");
  return h("div", {}, h("p", {}, `${snapshot.seats[contract.declarer].name} bid ${contract.tile.title}.`),
    h("div", { class: "row" }, h("button", { type: "button", class: "button primary", "data-key": "pass-all", onclick: () => passAll(snapshot, run) }, "The others passed")));
}

/** The answers to one request as nodes; null where plain buttons do. */
export function requestView(item, snapshot, app) {
  switch (item.kind) {
    case "joker": return jokerView(item, app.run);
    case "tile": return columnView(item, app.run);
    case "porter": return porterView(item, app);
    case "hand": return h("div", { class: "row" }, h("button", { type: "button", class: "button primary", "data-key": "open-hand", onclick: () => chooseHand(snapshot, [], (cards) => app.run("/api/hand", { seat: item.seat, cards })) }, "Enter the open hand"));
    case "auction": return auctionView(snapshot, app.run);
    default: return null;
  }
}
