// PaiMiahhh in the overlay: the contract, the tiles, and what each seat has won.

import { counted } from "./dom.js";
import { contractView, matrixView } from "./paimiahhh_tiles.js";

/** "Round 2 · Ben: green 4". */
export function roundLine({ round, seats, paimiahhh: { contract } }) {
  return `Round ${round.number}${contract ? ` · ${seats[contract.declarer].name}: ${contract.tile.title}` : ""}`;
}

/** What a pair has in this round, and the contract where it is theirs. */
export function teamLine({ round, paimiahhh: { contract } }, team) {
  if (!round) return "";
  return contract?.is_final && contract.team === team.team ? `${team.tricks} of ${counted(contract.tricks, "trick")}` : counted(team.tricks, "trick");
}

/** The last call in the auction, later the tricks and the points of the tiles. */
export function seatNote({ phase, paimiahhh: { auction, tiles_won: won, contract } }, seat) {
  if (!won) return "";
  if (phase === "bid") return auction.calls.filter((call) => call.seat === seat.seat).at(-1)?.title ?? "–";
  const role = { [contract?.declarer]: "declarer, ", [contract?.dummy]: "dummy, " }[seat.seat] ?? "";
  return `${role}${counted(seat.tricks, "trick")}, tiles ${won[seat.seat].points}`;
}

/** The contract and the tiles as they lie, once there is a round. */
export function tilesNodes(snapshot) {
  return snapshot.round ? [contractView(snapshot), matrixView(snapshot.paimiahhh)] : [];
}
