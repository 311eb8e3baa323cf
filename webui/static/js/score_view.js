// Score: the two totals, and the sheet round by round.

import { suitIcon } from "./cards.js";
import { counted, h, signed } from "./dom.js";

/** A box for each team with its total. */
export function teamsView(snapshot) {
  const { game, result, round, teams } = snapshot;
  const bidLine = (team) => (team.bid === null ? round && "bidding" : `bid ${team.bid}, won ${team.tricks}`);
  return teams.map((team) => {
    const wins = result?.winners.includes(team.team);
    const now = [game.has_bids && bidLine(team), team.note].filter(Boolean).join(", ");
    return h("div", { class: `team${wins ? " is-winner" : ""}`, "data-team": team.team },
      h("span", { class: "team-name" }, team.name),
      h("span", { class: "total", "aria-label": `total ${team.total}` }, signed(team.total)),
      h("span", { class: "this-round" }, wins ? "winner" : now));
  });
}

function trumpMark(row) {
  if (!row.trump_is_known) return "";
  return row.trump === null ? "–" : h("span", { class: `card-chip suit-${row.trump}` }, suitIcon(row.trump));
}

// The columns of a team: head and what a row's team has there.
const POINTS = ["points", (team) => h("td", { class: `score${team.made ? " exact" : ""}` }, team.score === null ? "" : signed(team.score))];
const BIDS = [
  ["bid", (team) => h("td", {}, team.bid ?? "")],
  ["won", (team, row) => h("td", {}, row.status === "running" && team.tricks === 0 && team.bid === null ? "" : team.tricks)],
];

/** The sheet: one row per round with the points of each team, and with bid and tricks where tricks are bid. */
export function sheetView(snapshot) {
  const { score_sheet: rows, teams, game } = snapshot;
  if (rows.length === 0) return [];
  const columns = game.has_bids ? [...BIDS, POINTS] : [POINTS];
  const hasSchedule = game.schedule.length > 0;
  const showsTrump = game.has_trump && hasSchedule;
  const grouped = (cells) => cells.map((cell, place) => {
    if (place % columns.length === 0) cell.classList.add("group");
    return cell;
  });
  const cells = (row) => grouped(teams.flatMap((_, team) => columns.map(([, cell]) => (row.teams.length ? cell(row.teams[team], row) : h("td", {})))));
  const caption = rows.some((row) => row.status === "blocked") ? "The marked round counts once its open questions are settled."
    : game.has_bids ? "Underlined: the bid was made." : game.lowest_wins && "The lowest total wins.";
  const bags = snapshot.round?.notes.find((note) => note.name === "bags");
  return h("table", { class: columns.length === 1 ? "one-column" : null },
    caption && h("caption", {}, [caption, bags?.text].filter(Boolean).join(" ")),
    h("thead", {},
      h("tr", {}, h("td", { colspan: showsTrump ? 2 : 1 }), teams.map((team) => h("th", { class: "team-head", "data-team": team.team, colspan: columns.length, scope: "colgroup" }, team.name))),
      columns.length > 1 && h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "round")), showsTrump && h("th", { scope: "col", title: "trump" }, h("span", { class: "visually-hidden" }, "trump")),
        grouped(teams.flatMap(() => columns.map(([head]) => h("th", { scope: "col" }, head)))))),
    h("tbody", {}, rows.map((row) => h("tr", { class: row.status, "data-round": row.number },
      h("th", { scope: "row", title: row.dealer_name && `Dealer ${row.dealer_name}` }, `${row.number}. `, hasSchedule && h("span", { class: "soft" }, row.hand_size === null ? "" : counted(row.hand_size, "card"))),
      showsTrump && h("td", {}, row.teams.length ? trumpMark(row) : ""),
      cells(row)))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: showsTrump ? 2 : 1 }, "Total"),
      teams.map((team) => h("td", { class: "group", colspan: columns.length }, signed(team.total))))));
}
