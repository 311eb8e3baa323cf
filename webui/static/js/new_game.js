// The form of a new game: which game, names by seat, the list of rounds, options in words.

import { get, post } from "./commands.js";
import { h } from "./dom.js";

const SIDES = {
  4: ["bottom", "left", "top", "right"],
  6: ["bottom", "left_low", "left_high", "top", "right_high", "right_low"],
};
const OTHER = "other"; // The last choice of an option that takes more than what is listed.

/** Boxes to tick, or the places of an order: what is chosen goes into the field `typed`. */
function pickField({ items, is_order: isOrder }, typed) {
  const write = (values) => { typed.value = values.join(", "); };
  if (!isOrder) {
    const boxes = items.map((item) => h("input", { type: "checkbox", value: item.value, onchange: () => write(boxes.filter((box) => box.checked).map((box) => box.value)) }));
    return h("div", { class: "pick", role: "group" }, items.map((item, place) => h("label", {}, boxes[place], item.title)));
  }
  const order = items.map((item) => item.value);
  const places = order.map((_, place) => h("select", { "aria-label": `Place ${place + 1}`, onchange: () => {
    // Whatever stood there changes places with it.
    const before = order.indexOf(places[place].value);
    [order[place], order[before]] = [order[before], order[place]];
    show();
  } }, items.map((item) => h("option", { value: item.value }, item.title))));
  const show = () => {
    places.forEach((select, place) => { select.value = order[place]; });
    write(order);
  };
  show();
  return h("div", { class: "pick is-order", role: "group" }, places);
}

function optionField(option, onChange) {
  const id = `option-${option.name}`;
  const typed = h("input", { name: `${id}-typed`, hidden: true, title: option.also, placeholder: option.also, onchange: onChange });
  const picker = option.pick && pickField(option.pick, typed);
  if (picker) picker.hidden = true;
  const select = h("select", {
    id, name: option.name, onchange: () => {
      const isOther = select.value === OTHER;
      if (picker) picker.hidden = !isOther;
      else typed.hidden = !isOther;
      if (!isOther || typed.value) onChange();
      else typed.focus();
    },
  }, option.choices.map((choice, index) => h("option", { value: index, selected: choice.value === option.default }, choice.title)),
  option.choices.length === 0 && h("option", { value: "" }, "As usual"),
  option.also && h("option", { value: OTHER }, picker ? "Choose" : `Other: ${option.also}`));
  return h("div", { class: "field" }, h("label", { for: id }, option.title), select, typed, picker);
}

/** "12" is a number, "3, 4, 5" a list of numbers, "13," one of a single number, "honor, porter" a list of words; what it may be, the server knows. */
function typedValue(text) {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  const values = parts.map((part) => (/^-?\d+$/.test(part) ? Number(part) : part));
  return text.includes(",") ? values : values[0];
}

function chosenOptions(form, game) {
  const chosen = {};
  for (const option of game.options) {
    const { value } = form.elements[option.name];
    const typed = form.elements[`option-${option.name}-typed`].value;
    if (value === OTHER && typed.trim()) chosen[option.name] = typedValue(typed);
    else if (value !== OTHER && value !== "") chosen[option.name] = option.choices[Number(value)].value;
  }
  return chosen;
}

function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Next time it is chosen again.
  }
}

function seatFields(game, known, bottomSeat) {
  const sides = SIDES[game.seat_count];
  const sideOf = (seat) => {
    const steps = game.is_clockwise ? seat - bottomSeat : bottomSeat - seat;
    return sides[(steps + 2 * sides.length) % sides.length];
  };
  const alone = game.teams.every((team) => team.length === 1);
  const teamOf = (seat) => (alone ? null : game.teams.findIndex((team) => team.includes(seat)));
  const partners = alone ? "everybody plays alone" : game.seat_count === 4 ? "opposite seats are partners" : "every other seat is in one team";
  return h("fieldset", { class: `seat-form seats-${game.seat_count}` },
    h("legend", { class: "visually-hidden" }, "Names by seat, in the order of play"),
    sides.map((_, seat) => h("div", { class: "field", "data-side": sideOf(seat), "data-team": teamOf(seat) },
      h("label", { for: `name-${seat}` }, `Seat ${seat + 1}`),
      h("input", { id: `name-${seat}`, name: `name-${seat}`, value: known[seat] ?? "", maxlength: 24, required: true, placeholder: "Name" }))),
    h("div", { class: "felt" }, `Play goes round ${game.is_clockwise ? "clockwise" : "anticlockwise"}; ${partners}`));
}

/**
 * Draws the form into `host`. `replace` says that a running game may be put aside; `code` is the game chosen before
 * the others; `bottomSeat` is drawn at the lower edge, as in the camera's picture when one `isWatching`; `onCancel`
 * closes the form. `isWanted()` says whether it still is when the games are known: one may have begun meanwhile.
 */
export async function newGameForm(host, { replace, names, code, bottomSeat, isWatching, isWanted, onCancel, onStarted, onTrouble }) {
  const games = await get("/api/games");
  if (!isWanted()) return;
  let known = names.length ? names : kept("kibitz-names", []);
  let game = games.find((each) => each.code === (code ?? kept("kibitz-game", ""))) ?? games[0];
  const rounds = h("ol", { class: "rounds-list", "aria-label": "Cards in each round" });
  const typedNames = () => Array.from({ length: game.seat_count }, (_, seat) => form.elements[`name-${seat}`].value.trim());
  const showRounds = async () => {
    try {
      const sizes = await post(`/api/games/${game.code}/schedule`, { options: chosenOptions(form, game) });
      rounds.replaceChildren(...sizes.map((size) => h("li", {}, String(size))));
      rounds.parentElement.hidden = new Set(sizes).size < 2;
    } catch (error) {
      onTrouble(error);
    }
  };
  const fields = (first) => game.options.filter((option) => option.first === first).map((option) => optionField(option, showRounds));
  const form = h("form", { id: "new-game-form", autocomplete: "off" });
  const draw = () => {
    form.replaceChildren(
      h("h1", {}, "New game"),
      h("div", { class: "games", role: "group", "aria-label": "Which game" }, games.map((each) => h("button", {
        type: "button", "aria-pressed": String(each === game), "data-game": each.code, onclick: () => {
          known = Object.assign([...known], typedNames());
          game = each;
          draw();
        },
      }, each.title))),
      h("p", { class: "soft" }, game.summary),
      seatFields(game, known, bottomSeat),
      ...[isWatching && h("p", { class: "soft" }, `Seat ${bottomSeat + 1} is at the lower edge of the camera's picture.`)].filter(Boolean),
      ...fields(true),
      h("div", { hidden: true }, h("p", { class: "soft" }, "Cards in each round:"), rounds),
      h("details", { class: "options" }, h("summary", {}, "More options"), h("div", {}, fields(false))),
      h("div", { class: "row" },
        h("button", { type: "submit", class: "button primary" }, "Start the game"), " ",
        onCancel && h("button", { type: "button", class: "button quiet", onclick: onCancel }, "Back")));
    showRounds();
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = typedNames();
    try {
      await post("/api/game", { game: game.code, names: typed, options: chosenOptions(form, game), replace });
      keep("kibitz-names", typed);
      keep("kibitz-game", game.code);
      onStarted();
    } catch (error) {
      onTrouble(error);
    }
  });
  draw();
  host.replaceChildren(form);
  host.hidden = false;
}
