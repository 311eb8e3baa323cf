// The page of Gou Ji: table, what comes next, score, wired to the dialogs.

import { viewerAction } from "./action_view.js";
import { parts } from "./cards.js";
import { actionView, enterFor, enteringSeat, hasKeys } from "./gou_ji_action.js";
import { correctSet, reviewSets } from "./gou_ji_dialogs.js";
import { rankFan } from "./gou_ji_sets.js";
import { roundLine, sheetView, tableView, teamsView } from "./gou_ji_view.js";

const mayReview = (snapshot) => snapshot.is_scorer || snapshot.phase === "round_over" || snapshot.phase === "game_over";
const isEntering = (snapshot) => snapshot.is_scorer && snapshot.expected.kind === "play";

function table(snapshot, { run, redraw }) {
  return tableView(snapshot, {
    chosenSeat: isEntering(snapshot) ? enteringSeat(snapshot) : null,
    onSeat: isEntering(snapshot) ? (seat) => { enterFor(snapshot, seat); redraw(); } : null,
    onSet: snapshot.is_scorer ? (laid) => correctSet(snapshot, laid, run) : null,
    onPass: snapshot.is_scorer
      ? (seat, { entry, is_inferred: isInferred }) => (isInferred ? run("/api/passes/deny", { seat, entry }) : run(`/api/entries/${entry}/remove`))
      : null,
  });
}

function action(snapshot, { run, redraw, openNewGame }) {
  return snapshot.is_scorer ? actionView(snapshot, { run, redraw, onNewGame: openNewGame }) : viewerAction(snapshot);
}

export const gouJiPage = {
  table,
  action,
  hasPad: (snapshot) => isEntering(snapshot) && hasKeys(snapshot),
  teams: teamsView,
  sheet: sheetView,
  roundLine: (snapshot, { run }) => roundLine(snapshot, mayReview(snapshot) ? () => reviewSets(snapshot, run) : null),
  /** A set that a finding is about is corrected as a whole. */
  correct: correctSet,
  face: (item) => rankFan(item.cards.map((code) => parts(code).rank)),
};
