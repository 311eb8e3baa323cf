// The card pad: every card of the pack once; cards already seen are greyed, not barred.

import { cardChip, cardMarks, cardName, suitClass } from "./cards.js";
import { counted, h } from "./dom.js";

/** `onCard(code)` is called with the card that was tapped. */
export function cardPad(deck, seen, onCard, keyPrefix = "pad") {
  const button = (code) => {
    const isSeen = (seen[code] ?? 0) >= deck.copies;
    return h("button", {
      type: "button",
      class: `${suitClass(code)}${isSeen ? " seen" : ""}`,
      "data-card": code,
      "data-key": `${keyPrefix}-${code}`,
      "aria-label": `${cardName(code)}${isSeen ? ", already seen" : ""}`,
      onclick: () => onCard(code),
    }, cardMarks(code));
  };
  const ranks = deck.ranks.length;
  return h("div", { class: "pad", vars: { "--ranks": String(ranks), "--ranks-on-a-phone": String(ranks > 9 ? 7 : ranks) } },
    deck.suits.map((suit) => h("div", { class: "pad-row" }, deck.ranks.map((rank) => button(rank + suit)))),
    deck.specials.length > 0 && h("div", { class: "pad-row specials" }, deck.specials.map(button)));
}

/**
 * Several cards at once: a tap adds a card to the list `chosen`, a tap on a chosen one takes it away again.
 * `onChange()` is called after each; `onDone(chosen)` with the button that `title(count)` names.
 */
export function severalPad(deck, seen, chosen, { onChange, onDone, title, keyPrefix = "several" }) {
  const counts = { ...seen };
  for (const code of chosen) counts[code] = (counts[code] ?? 0) + 1;
  const take = (place) => { chosen.splice(place, 1); onChange(); };
  return [
    h("div", { class: "chosen-cards", role: "group", "aria-label": counted(chosen.length, "card chosen", "cards chosen") }, chosen.map((code, place) => h("button", {
      type: "button", class: "chip-button", "data-key": `${keyPrefix}-chosen-${place}`, "data-card": code, "aria-label": `Not ${cardName(code)}`, onclick: () => take(place),
    }, cardChip(code)))),
    cardPad(deck, counts, (code) => { chosen.push(code); onChange(); }, keyPrefix),
    h("div", { class: "row" },
      h("button", { type: "button", class: "button primary", "data-key": `${keyPrefix}-done`, disabled: chosen.length === 0, onclick: () => onDone(chosen) }, title(chosen.length)),
      h("button", { type: "button", class: "button quiet", "data-key": `${keyPrefix}-clear`, disabled: chosen.length === 0, onclick: () => { chosen.length = 0; onChange(); } }, "Clear")),
  ];
}
