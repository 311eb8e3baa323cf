// The score of PaiMiahhh: the two totals with the round beside them, and the sheet round by round.

import { counted, h, signed } from "./dom.js";
import { tileChip } from "./paimiahhh_tiles.js";

function tilePoints({ tiles_won: won }, seats) {
  return won ? seats.reduce((sum, seat) => sum + won[seat].points, 0) : 0;
}

/** Two boxes with the totals and what the pair has in this round. */
export function teamsView(snapshot) {
  const own = snapshot.paimiahhh;
  return snapshot.teams.map((team) => {
    const wins = snapshot.result?.winners.includes(team.team);
    const goal = own.contract?.is_final && own.contract.team === team.team ? ` of ${own.contract.tricks}` : "";
    const now = snapshot.phase === "play" || snapshot.phase === "round_over"
      ? `${goal ? `${team.tricks}${goal} tricks` : counted(team.tricks, "trick")}, tiles ${tilePoints(own, team.seats)}`
      : `first to ${own.goal}`;
    return h("div", { class: `team${wins ? " is-winner" : ""}`, "data-team": team.team },
      h("span", { class: "team-name" }, team.name),
      h("span", { class: "total", "aria-label": `total ${team.total}` }, signed(team.total)),
      h("span", { class: "this-round" }, wins ? "winner" : now));
  });
}

/** What the round that is over brings each pair; null before. */
export function countView(snapshot) {
  const count = snapshot.paimiahhh.rounds.at(-1);
  if (!count || count.is_made === null) return null;
  const hasBonus = count.teams.some((team) => team.bonus > 0);
  const heads = ["Tricks", "Tiles", hasBonus && "Bonus", "This round", "Total"].filter(Boolean);
  return h("div", { class: "round-count" },
    h("p", {}, h("b", {}, count.sentence), snapshot.round.blocked && " The round counts once its open questions are settled."),
    h("table", {},
      h("thead", {}, h("tr", {}, h("td"), heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, count.teams.map((team, place) => h("tr", { "data-team": place },
        h("th", { scope: "row" }, snapshot.teams[place].name),
        h("td", {}, h("small", {}, `${team.tricks} won: `), String(team.trick_points)),
        h("td", {}, String(team.tile_points)),
        hasBonus && h("td", {}, String(team.bonus)),
        h("td", { class: "sum" }, signed(team.score)),
        h("td", { class: "sum" }, signed(snapshot.teams[place].total)))))));
}

function teamCells(count, row) {
  return count.teams.flatMap((team, place) => [
    h("td", { class: "group" }, team.trick_points === null ? String(team.tricks) : [String(team.trick_points), h("small", {}, `${team.tricks} won`)]),
    h("td", {}, team.tile_points === null ? "" : [String(team.tile_points), team.bonus > 0 && h("small", {}, `+${team.bonus}`)]),
    h("td", { class: "score" }, team.score === null ? "" : [signed(team.score), h("small", {}, row.teams[place].total === null ? "" : signed(row.teams[place].total))]),
  ]);
}

/** One row a round: contract, points for tricks and tiles of each pair, the round's score over the running total. */
export function sheetView(snapshot) {
  const counts = Object.fromEntries(snapshot.paimiahhh.rounds.map((count) => [count.number, count]));
  const rows = snapshot.score_sheet.filter((row) => counts[row.number]?.is_final);
  if (rows.length === 0) return [];
  const outcome = (count) => count.is_made !== null && h("small", {}, count.is_made ? "made" : "missed");
  return h("table", { class: "paimiahhh-sheet" },
    h("caption", {}, rows.some((row) => row.status === "blocked")
      ? "The marked round counts once its open questions are settled."
      : "Small under the points: the running total."),
    h("thead", {},
      h("tr", {}, h("td"), snapshot.teams.map((team) => h("th", { class: "team-head", "data-team": team.team, colspan: 3, scope: "colgroup" }, team.name))),
      h("tr", {}, h("th", { scope: "col" }, "contract"), snapshot.teams.flatMap(() => ["tricks", "tiles", "points"].map((head, i) => h("th", { scope: "col", class: i === 0 ? "group" : null }, head))))),
    h("tbody", {}, rows.map((row) => {
      const count = counts[row.number];
      return h("tr", { class: row.status, "data-round": row.number },
        h("th", { scope: "row", title: count.sentence }, `${row.number}. `, count.tile && tileChip(count.tile), outcome(count)),
        teamCells(count, row));
    })),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Total"), snapshot.teams.map((team) => h("td", { class: "group", colspan: 3 }, signed(team.total))))));
}
