// The table page: every part is drawn from the snapshot; what is tapped becomes a command.

import { attentionView } from "./attention_view.js";
import { post } from "./commands.js";
import * as dialogs from "./dialogs.js";
import { h, panel, s } from "./dom.js";
import { openFeed } from "./feed.js";
import { pageOf } from "./game_pages.js";
import { newGameForm } from "./new_game.js";
import { openItems } from "./open_items.js";
import * as preferences from "./preferences.js";

const at = (id) => document.getElementById(id);
const view = { snapshot: null, turns: 0, formOpen: false };
let noticeTimer = 0;

function notice(text) {
  const host = at("notice");
  clearTimeout(noticeTimer);
  host.hidden = !text;
  host.replaceChildren(text ?? "");
  if (text) noticeTimer = setTimeout(() => notice(null), 9000);
}

/** Send a command. The log's length goes with it, so that a tap on an old picture of the game changes nothing. */
async function run(path, body = {}) {
  const namesItsTarget = /^\/api\/(entries|verdicts|questions|declare)/.test(path);
  try {
    notice(null);
    await post(path, namesItsTarget ? body : { log_length: view.snapshot.log_length, ...body });
  } catch (error) {
    notice(error.message);
  }
}

function redraw() {
  view.turns += 1;
  if (view.snapshot) draw(view.snapshot);
}

function openNewGame() {
  view.formOpen = true;
  redraw();
  newGameForm(at("welcome"), {
    replace: Boolean(view.snapshot.game),
    names: view.snapshot.seats.map((seat) => seat.name),
    code: view.snapshot.game?.code,
    bottomSeat: view.snapshot.bottom_seat,
    isWatching: !view.snapshot.by_hand,
    isWanted: () => view.formOpen,
    onCancel: view.snapshot.game ? closeNewGame : null,
    onStarted: closeNewGame,
    onTrouble: (error) => notice(error.message),
  }).catch((error) => notice(error.message));
}

function closeNewGame() {
  view.formOpen = false;
  at("welcome").replaceChildren();
  redraw();
}

const app = { run, redraw, openNewGame };

/** What lay on the table was something else; `play` is a card, or what its game corrects as a whole. */
function correct(play) {
  const own = pageOf(view.snapshot).correct;
  return own ? own(view.snapshot, play, run) : dialogs.correctCard(view.snapshot, play, run);
}

/** What the parts of a game are drawn from; `turns` counts what was chosen on this page alone. */
const ofGame = (snapshot) => [
  snapshot.phase, snapshot.game, snapshot.seats, snapshot.teams, snapshot.round, snapshot.trick, snapshot.previous_trick, snapshot.expected,
  snapshot.requests, snapshot.score_sheet, snapshot.result, snapshot.is_scorer, snapshot.by_hand, snapshot.scorer?.seen,
  snapshot.paimiahhh, snapshot.gou_ji, view.turns,
];
const gamePanel = (id, part) => panel(at(id), ofGame, (_, snapshot) => pageOf(snapshot)[part](snapshot, app));

const drawTable = gamePanel("table", "table");
const drawBeside = panel(at("beside"), ofGame, (_, snapshot) => pageOf(snapshot).beside?.(snapshot, app) ?? []);
const drawAction = gamePanel("action", "action");
const drawTeams = gamePanel("teams", "teams");
const drawSheet = gamePanel("sheet", "sheet");
const drawRound = panel(at("round-line"), ofGame, (_, snapshot) => (snapshot.game ? pageOf(snapshot).roundLine(snapshot, app) : []));
const drawAttention = panel(at("attention"), (snapshot) => [snapshot.questions, snapshot.requests, snapshot.verdicts, snapshot.round?.number, snapshot.is_scorer, snapshot.paimiahhh, view.turns], (_, snapshot) => attentionView(snapshot, {
  run,
  ownRequest: (request) => pageOf(snapshot).requests?.(request, snapshot, app) ?? null,
  face: pageOf(snapshot).face,
  onCard: snapshot.is_scorer ? correct : null,
  onMissed: (item) => dialogs.insertCard(view.snapshot, item.offence, "The missed card", run, item.missing_seats[0]),
  onMisread: (item) => dialogs.pickMisread(item, run, { face: pageOf(snapshot).face, onCard: correct }),
}));

const drawOpenItems = panel(at("open-items"), (snapshot) => [snapshot.questions, snapshot.requests, snapshot.verdicts], (_, snapshot) => openItems(snapshot));

const drawSteps = panel(at("steps"), (snapshot) => [snapshot.undo, snapshot.redo, snapshot.is_scorer, Boolean(snapshot.game)], (_, snapshot) => {
  if (!snapshot.is_scorer || !snapshot.game) return [];
  const step = (name, path, icon, available, label) => h("button", {
    type: "button", class: "icon-button", id: name, "data-key": name, disabled: !available, "aria-label": label, title: label, onclick: () => run(path),
  }, s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: icon })));
  return [
    step("undo", "/api/undo", "M9 6L4 11l5 5M4.5 11H14a6 6 0 0 1 0 12h-2", snapshot.undo.available, snapshot.undo.available ? `Undo: ${snapshot.undo.what}` : "Nothing to undo"),
    step("redo", "/api/redo", "M15 6l5 5-5 5M19.5 11H10a6 6 0 0 0 0 12h2", snapshot.redo.available, snapshot.redo.available ? "Redo" : "Nothing to redo"),
  ];
});

const drawResume = panel(at("resume"), (snapshot) => [snapshot.resume, snapshot.is_scorer], (_, snapshot) => {
  if (!snapshot.resume) return [];
  const scores = snapshot.teams.map((team) => `${team.name} ${team.total}`).join(", ");
  return [
    h("h2", {}, "Go on with this game?"),
    h("p", {}, `${snapshot.resume.sentence} ${scores}.`),
    snapshot.is_scorer
      ? h("div", { class: "row" },
        h("button", { type: "button", class: "button primary", "data-key": "resume", onclick: () => run("/api/resume") }, "Go on"),
        h("button", { type: "button", class: "button", "data-key": "abandon", onclick: () => dialogs.confirm("Put this game aside?", "It stays in the file, but it cannot be played on from here.", "Put it aside", () => run("/api/abandon")) }, "Put it aside"))
      : h("p", { class: "soft" }, "The scorer decides."),
  ];
});

function drawStatus(snapshot) {
  const host = at("status");
  if (host.textContent !== snapshot.status.sentence) host.textContent = snapshot.status.sentence;
  host.dataset.tone = snapshot.status.tone;
  host.dataset.code = snapshot.status.code;
}

function drawWelcome(snapshot) {
  const host = at("welcome");
  if (view.formOpen) return;
  if (snapshot.game) {
    host.hidden = true;
  } else if (snapshot.is_scorer) {
    if (!host.querySelector("form")) openNewGame();
  } else {
    host.hidden = false;
    host.replaceChildren(h("h1", {}, "No game is running"),
      h("p", {}, "This page shows the table as soon as the scorer has started a game."),
      h("p", {}, h("a", { class: "button", href: "/scorer" }, "Keep the score")));
  }
}

function draw(snapshot) {
  if (snapshot.game && view.formOpen && view.hadNoGame) {
    view.formOpen = false;
    at("welcome").replaceChildren();
  }
  view.hadNoGame = !snapshot.game;
  document.body.classList.toggle("is-scorer", snapshot.is_scorer);
  document.body.classList.toggle("has-pad", snapshot.is_scorer && Boolean(snapshot.game) && pageOf(snapshot).hasPad(snapshot));
  document.body.dataset.view = snapshot.game?.view ?? "";
  document.body.dataset.phase = snapshot.phase;
  drawStatus(snapshot);
  drawWelcome(snapshot);
  drawRound(snapshot);
  drawSteps(snapshot);
  drawResume(snapshot);
  at("board").hidden = !snapshot.game || view.formOpen;
  if (!snapshot.game) return;
  drawTable(snapshot);
  drawBeside(snapshot);
  drawAction(snapshot);
  drawTeams(snapshot);
  drawAttention(snapshot);
  drawOpenItems(snapshot);
  drawSheet(snapshot);
  document.title = snapshot.teams.length ? `${snapshot.teams.map((team) => team.total).join(" : ")} – Kibitz` : "Kibitz";
}

function drawMenu() {
  const menu = at("menu");
  const item = (label, value, onclick) => h("button", { type: "button", onclick }, h("span", {}, label), value && h("span", { class: "soft" }, value));
  const again = (change) => () => { change(); drawMenu(); };
  const themes = preferences.THEMES;
  const isScorer = view.snapshot?.is_scorer;
  menu.replaceChildren(...[
    isScorer && item("New game", null, () => { toggleMenu(false); openNewGame(); }),
    isScorer && view.snapshot.round && view.snapshot.phase !== "game_over" && item("Misdeal: deal again", null, () => {
      toggleMenu(false);
      dialogs.confirm("Deal again?", "The round does not count and is dealt again by the same dealer.", "Deal again", () => run("/api/redeal"));
    }),
    isScorer && view.snapshot.game && item("What was entered", null, () => {
      toggleMenu(false);
      dialogs.reviewSteps(view.snapshot, run, pageOf(view.snapshot).correct ? null : correct);
    }),
    h("a", { href: "/scorer" }, isScorer ? "Phones and scorer" : "Keep the score"),
    isScorer && h("a", { href: "/camera" }, "What the camera sees"),
    h("a", { href: "/overlay/builder" }, "Overlay for a stream"),
    h("hr"),
    item("Colours", preferences.theme(), again(() => preferences.setTheme(themes[(themes.indexOf(preferences.theme()) + 1) % themes.length]))),
    item("Suits", preferences.fourColours() ? "four colours" : "two colours", again(() => preferences.setFourColours(!preferences.fourColours()))),
    preferences.canKeepAwake() && item("Screen", preferences.keepsAwake() ? "stays on" : "may sleep", again(() => preferences.setKeepAwake(!preferences.keepsAwake()))),
  ].filter(Boolean));
}

function toggleMenu(open) {
  drawMenu();
  at("menu").hidden = !open;
  at("menu-button").setAttribute("aria-expanded", String(open));
}

at("menu-button").addEventListener("click", () => toggleMenu(at("menu").hidden));
document.addEventListener("click", (event) => {
  if (!at("menu").hidden && event.isTrusted && !event.composedPath().some((each) => each === at("menu") || each === at("menu-button"))) toggleMenu(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !at("menu").hidden) {
    toggleMenu(false);
    at("menu-button").focus();
  }
});

openFeed({
  onSnapshot: (snapshot) => {
    view.snapshot = snapshot;
    draw(snapshot);
  },
  onConnection: (live) => {
    at("stale").hidden = live;
    document.body.classList.toggle("is-stale", !live);
  },
});
