// The form of a new game: names by seat, the list of rounds, options in words.

import { get, post } from "./commands.js";
import { h } from "./dom.js";

const SIDES = ["bottom", "left", "top", "right"];

function optionField(option, onChange) {
  const select = h("select", { id: `option-${option.name}`, name: option.name, onchange: onChange },
    option.choices.map((choice, index) => h("option", { value: index, selected: choice.value === option.default }, choice.title)));
  return h("div", { class: "field" }, h("label", { for: select.id }, option.title), select);
}

function chosenOptions(form, game) {
  return Object.fromEntries(game.options.map((option) => [option.name, option.choices[Number(form.elements[option.name].value)].value]));
}

function lastNames() {
  try {
    return JSON.parse(localStorage.getItem("kibitz-names") ?? "[]");
  } catch {
    return [];
  }
}

function keepNames(names) {
  try {
    localStorage.setItem("kibitz-names", JSON.stringify(names));
  } catch {
    // Next time they are typed again.
  }
}

/**
 * Draws the form into `host`. `replace` says that a running game may be put aside; `bottomSeat` is drawn at the lower
 * edge, as in the camera's picture when one `isWatching`; `onCancel` closes the form.
 */
export async function newGameForm(host, { replace, names, bottomSeat, isWatching, onCancel, onStarted, onTrouble }) {
  const [game] = await get("/api/games");
  const known = names.length ? names : lastNames();
  const rounds = h("ol", { class: "rounds-list", "aria-label": "Cards in each round" });
  const showRounds = async () => {
    try {
      const sizes = await post(`/api/games/${game.code}/schedule`, { options: chosenOptions(form, game) });
      rounds.replaceChildren(...sizes.map((size) => h("li", {}, String(size))));
    } catch (error) {
      onTrouble(error);
    }
  };
  const fields = (first) => game.options.filter((option) => option.first === first).map((option) => optionField(option, showRounds));
  const form = h("form", { id: "new-game-form", autocomplete: "off" },
    h("h1", {}, "New game"),
    h("p", { class: "soft" }, `${game.title}. ${game.summary}`),
    h("fieldset", { class: "seat-form" },
      h("legend", { class: "visually-hidden" }, "Names by seat, in the order of play"),
      SIDES.map((_, seat) => h("div", { class: "field", "data-side": SIDES[(seat - bottomSeat + SIDES.length) % SIDES.length], "data-team": seat % 2 },
        h("label", { for: `name-${seat}` }, `Seat ${seat + 1}`),
        h("input", { id: `name-${seat}`, name: `name-${seat}`, value: known[seat] ?? "", maxlength: 24, required: true, placeholder: "Name" }))),
      h("div", { class: "felt" }, "Play goes round clockwise; opposite seats are partners")),
    isWatching && h("p", { class: "soft" }, `Seat ${bottomSeat + 1} is at the lower edge of the camera's picture.`),
    fields(true),
    h("p", { class: "soft" }, "Cards in each round:"),
    rounds,
    h("details", { class: "options" }, h("summary", {}, "More options"), h("div", {}, fields(false))),
    h("div", { class: "row" },
      h("button", { type: "submit", class: "button primary" }, "Start the game"), " ",
      onCancel && h("button", { type: "button", class: "button quiet", onclick: onCancel }, "Back")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = SIDES.map((_, seat) => form.elements[`name-${seat}`].value.trim());
    try {
      await post("/api/game", { game: game.code, names: typed, options: chosenOptions(form, game), replace });
      keepNames(typed);
      onStarted();
    } catch (error) {
      onTrouble(error);
    }
  });
  host.replaceChildren(form);
  host.hidden = false;
  showRounds();
}
