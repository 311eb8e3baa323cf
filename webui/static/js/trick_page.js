// The page of a game of tricks: table, what comes next, score, wired to the dialogs.

import { scorerAction, viewerAction } from "./action_view.js";
import * as dialogs from "./dialogs.js";
import { h } from "./dom.js";
import { sheetView, teamsView } from "./score_view.js";
import { roundLine, tableView } from "./table_view.js";

// What is chosen on this page; a new event on the table ends the choice of a seat.
const chosen = { at: null, showsPast: false, padSeat: null, padOpen: null };

function choices(snapshot) {
  if (chosen.at !== snapshot.log_length) Object.assign(chosen, { at: snapshot.log_length, padSeat: null });
  if (!snapshot.previous_trick) chosen.showsPast = false;
  return chosen;
}

/** Without a camera the pad is how cards come in; with one it waits behind a button. */
function hasPad(snapshot) {
  return chosen.padOpen ?? snapshot.by_hand;
}

function table(snapshot, { run, redraw }) {
  const { showsPast } = choices(snapshot);
  const { is_scorer: isScorer, phase } = snapshot;
  const onTurned = (round) => (round.turned_entry === null ? dialogs.turnedCard(snapshot, run) : dialogs.correctCard(snapshot, { entry: round.turned_entry }, run));
  const nodes = tableView(snapshot, {
    showsPast,
    actions: {
      onCard: isScorer ? (play) => dialogs.correctCard(snapshot, play, run) : null,
      onTurned: isScorer ? onTurned : null,
      onPast: () => { chosen.showsPast = !chosen.showsPast; redraw(); },
      onReview: isScorer || phase === "round_over" || phase === "game_over" ? () => dialogs.reviewTricks(snapshot, run) : null,
    },
  });
  if (isScorer && snapshot.game.has_bids) for (const node of nodes.filter((each) => each?.classList.contains("seat"))) makeBidCorrectable(node, snapshot, run);
  return nodes;
}

function makeBidCorrectable(node, snapshot, run) {
  const seat = snapshot.seats[Number(node.dataset.seat)];
  const isMissing = seat.bid_entry === null;
  if (isMissing && snapshot.round?.first_play == null) return;
  const line = node.querySelector(".won-line");
  const button = h("button", { type: "button", class: "won-line bid-button", "data-key": `bid-of-${seat.seat}`, title: isMissing ? "Enter the missing bid" : "Correct the bid", onclick: () => dialogs.correctBid(snapshot, seat, run) }, ...line.childNodes);
  line.replaceWith(button);
}

function action(snapshot, { run, redraw, openNewGame }) {
  if (!snapshot.is_scorer) return viewerAction(snapshot);
  const seat = choices(snapshot).padSeat ?? snapshot.expected.seat;
  return scorerAction(snapshot, {
    run,
    onNewGame: openNewGame,
    confirmBid: (bidder, bid) => dialogs.confirm(`${bid.title} is barred`,
      `With ${bid.title}, ${bid.reason}. If ${snapshot.seats[bidder].name} did say it, Kibitz enters it and points it out.`,
      `It was bid: ${bid.title}`, () => run("/api/bid", { seat: bidder, value: bid.value })),
    pad: {
      isOpen: hasPad(snapshot),
      seat,
      onOpen: () => { chosen.padOpen = true; redraw(); },
      onSeat: (other) => { chosen.padSeat = other; redraw(); },
      onCard: (card) => run(...(snapshot.expected.kind === "turn" ? ["/api/turn", { card }] : ["/api/play", { card, seat }])),
    },
  });
}

export const trickPage = {
  table,
  action,
  hasPad,
  teams: teamsView,
  sheet: sheetView,
  roundLine: (snapshot, { run }) => roundLine(snapshot, snapshot.is_scorer ? () => dialogs.correctDealer(snapshot, run) : null),
};
