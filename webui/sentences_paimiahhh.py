"""Sentences for the findings that only PaiMiahhh has."""

from __future__ import annotations

from engine.verdicts import Code
from webui.sentences import listed
from webui.verdict_facts import Facts, Wording, capital

PAIMIAHHH: dict[Code, Wording] = {
    Code.BID_NOT_FORWARD: Wording(
        "Marker not moved forward",
        lambda f: f"{f.who} moved the marker to place {f.number('value')}; it stood at place {f.number('previous')}.",
        lambda f: "A bid moves it forward, or one passes.",
    ),
    Code.BID_OFF_PATH: Wording(
        "Marker off the tiles",
        lambda f: f"{f.who} bid place {f.number('value')}.",
        lambda f: f"Allowed: {f.number('low')} to {f.number('high')}.",
    ),
    Code.CALL_AFTER_AUCTION: Wording(
        "Auction is over", lambda f: f"{f.who} bid or passed after the auction had ended. It does not count."
    ),
    Code.STARTER_NOT_LED: Wording(
        "Starter not led",
        lambda f: f"{f.who} opened the first trick with {f.card}.",
        lambda f: "The Starter opens it.",
    ),
    Code.STARTER_LATE: Wording(
        "Starter shown late",
        lambda f: f"{f.who} played the Starter in {f.trick}.",
        lambda f: "It should have opened the first trick. One of these cards may be misread.",
    ),
    Code.HAND_SHOWN_EARLY: Wording(
        "Hand shown during the auction", lambda f: f"{f.who} showed the hand before the auction was over."
    ),
    Code.HAND_NOT_DUMMYS: Wording(
        "Wrong hand shown",
        lambda f: f"{f.who} showed the hand, but {f.name('dummy')} is the dummy.",
    ),
    Code.NOT_IN_SHOWN_HAND: Wording(
        "Not in the open hand",
        lambda f: f"{f.who} played {f.card}, which was not in the hand lying open.",
        lambda f: "A card was probably misread.",
    ),
    Code.SHOWN_HAND_TOO_LARGE: Wording(
        "Too many cards in the open hand",
        lambda f: f"{f.who} shows {f.number('shown')} cards; {f.number('hand_size')} are in a hand.",
        lambda f: "A card was probably misread.",
    ),
    Code.TABLE_TALK: Wording("Table talk", lambda f: f"{f.who} gave advice or described the hand."),
    Code.DECLARATION_IMPOSSIBLE: Wording(
        "Cannot be named",
        lambda f: f"{f.who} named {f.number('choice')}, which is not possible here.",
        lambda f: f"Possible: {listed(map(str, f.params.get('choices') or ()), 'or') or 'nothing'}.",
    ),
    Code.JOKER_OFF_LEAD: Wording(
        "Joker named in another colour",
        lambda f: f"{capital(f.trick)}: {f.who} did not name the Joker in the colour led. {f.proof}",
        lambda f: "It should have been named in that colour. One of these cards may be misread.",
    ),
    Code.WRONG_TILE: Wording(
        "Wrong tile",
        lambda f: f"{f.who} took tile {f.params['taken']}." if f.params.get("taken") else f"{f.who} took no tile.",
        lambda f: f"Due: {_due(f)}.",
    ),
    Code.TILE_IMPOSSIBLE: Wording(
        "Tile not there", lambda f: f"{f.who} took tile {f.number('taken')}, which no longer lies on the table."
    ),
    Code.QUESTIONS_UNANSWERED: Wording(
        "Still to be answered", lambda f: "The round cannot be scored before the open questions are answered."
    ),
}


def _due(facts: Facts) -> str:
    due = [str(tile) for tile in facts.params.get("due") or ()]
    return listed((tile if tile != "none" else "no tile" for tile in due), "or") or "no tile"
