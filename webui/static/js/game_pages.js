// Which page draws which game: `snapshot.game.view` names it.

import { gouJiPage } from "./gou_ji_page.js";
import { paimiahhhPage } from "./paimiahhh_page.js";
import { trickPage } from "./trick_page.js";

/**
 * A page of a game has, each drawn from (snapshot, app), nodes or lists of nodes: `table`, `action` (what comes next),
 * `teams`, `sheet` and `roundLine`, and `beside` where something lies beside the trick. `hasPad(snapshot)` says whether the scorer's `action` shows the card pad.
 * `face(item)` may draw what a finding is about, `correct(snapshot, play, run)` correct it, where that is not one card.
 * `requests` may draw, in place of the buttons for its answers, what the table is asked: nodes, or null for those
 * that need nothing of their own. `app` is { run(path, body), redraw(), openNewGame() }.
 */
const PAGES = { gou_ji: gouJiPage, paimiahhh: paimiahhhPage, trick: trickPage };

export function pageOf(snapshot) {
  return PAGES[snapshot.game?.view] ?? trickPage;
}
