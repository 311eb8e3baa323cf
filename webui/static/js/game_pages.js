// Which page draws which game: `snapshot.game.view` names it.

import { trickPage } from "./trick_page.js";

/**
 * A page of a game has, each drawn from (snapshot, app), nodes or lists of nodes: `table`, `action` (what comes next),
 * `teams`, `sheet` and `roundLine`. `hasPad(snapshot)` says whether the scorer's `action` shows the card pad.
 * `requests` may draw, in place of the buttons for its answers, what the table is asked: nodes, or null for those
 * that need nothing of their own. `app` is { run(path, body), redraw(), openNewGame() }.
 */
const PAGES = { trick: trickPage };

export function pageOf(snapshot) {
  return PAGES[snapshot.game?.view] ?? trickPage;
}
