// Score: the two totals, and the sheet round by round.

import { suitIcon } from "./cards.js";
import { counted, h, signed } from "./dom.js";

/** Two boxes with the totals, the larger the better. */
export function teamsView(snapshot) {
  return snapshot.teams.map((team) => {
    const now = team.bid === null ? (snapshot.round ? "bidding" : "") : `bid ${team.bid}, won ${team.tricks}`;
    const wins = snapshot.result?.winners.includes(team.team);
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

function roundCells(row, teamCount) {
  if (row.teams.length === 0) return Array.from({ length: teamCount * 3 }, (_, i) => h("td", { class: i % 3 === 0 ? "group" : null }));
  return row.teams.flatMap((team) => [
    h("td", { class: "group" }, team.bid ?? ""),
    h("td", {}, row.status === "running" && team.tricks === 0 && team.bid === null ? "" : team.tricks),
    h("td", { class: `score${team.score !== null && team.bid === team.tricks ? " exact" : ""}` }, team.score === null ? "" : signed(team.score)),
  ]);
}

/** The sheet: one row per round with bid, tricks won and points of each pair. */
export function sheetView(snapshot) {
  const { score_sheet: rows, teams } = snapshot;
  if (rows.length === 0) return [];
  const heads = ["bid", "won", "points"];
  return h("table", {},
    h("caption", {}, rows.some((row) => row.status === "blocked")
      ? "The marked round counts once its open questions are settled."
      : "Underlined: bid made exactly."),
    h("thead", {},
      h("tr", {}, h("td", { colspan: 2 }), teams.map((team) => h("th", { class: "team-head", colspan: 3, scope: "colgroup" }, team.name))),
      h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "round")), h("th", { scope: "col", title: "trump" }, h("span", { class: "visually-hidden" }, "trump")),
        teams.flatMap(() => heads.map((head, i) => h("th", { scope: "col", class: i === 0 ? "group" : null }, head))))),
    h("tbody", {}, rows.map((row) => h("tr", { class: row.status, "data-round": row.number },
      h("th", { scope: "row", title: row.dealer_name && `Dealer ${row.dealer_name}` }, `${row.number}. `, h("span", { class: "soft" }, row.hand_size === null ? "" : counted(row.hand_size, "card"))),
      h("td", {}, row.teams.length ? trumpMark(row) : ""),
      roundCells(row, teams.length)))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 2 }, "Total"),
      teams.flatMap((team) => [h("td", { class: "group", colspan: 3 }, signed(team.total))]))));
}
