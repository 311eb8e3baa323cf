// The card pad: every card of the pack once; cards already seen are greyed, not barred.

import { cardName, rankLabel, suitIcon } from "./cards.js";
import { h } from "./dom.js";

/** `onCard(code)` is called with the card that was tapped. */
export function cardPad(deck, seen, onCard, keyPrefix = "pad") {
  const button = (code, ...face) => {
    const isSeen = (seen[code] ?? 0) >= deck.copies;
    return h("button", {
      type: "button",
      class: `suit-${code.length === 2 ? code[1] : "none"}${isSeen ? " seen" : ""}`,
      "data-card": code,
      "data-key": `${keyPrefix}-${code}`,
      "aria-label": `${cardName(code)}${isSeen ? ", already seen" : ""}`,
      onclick: () => onCard(code),
    }, face);
  };
  return h("div", { class: "pad" },
    deck.suits.map((suit) => h("div", { class: "pad-row" },
      deck.ranks.map((rank) => button(rank + suit, h("span", {}, rankLabel(rank)), suitIcon(suit, ""))))),
    deck.specials.length > 0 && h("div", { class: "pad-row" }, deck.specials.map((code) => button(code, code.replaceAll("_", " ")))));
}
