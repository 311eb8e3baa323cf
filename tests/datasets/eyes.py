"""A watcher that knows the truth of a film: what the product makes of it when everything is seen."""

from __future__ import annotations

import numpy as np

from datasets.clips.referee_run import _Replayed, _Rewound, _session, _watch
from datasets.evaluate_clips import score_clip
from engine.cards import STANDARD_DECK
from engine.decks_paimiahhh import PAIMIAHHH_BOX
from vision.observations import TableCard, TableChanged
from vision.sightings import CardSighting

CLASSES = (*(card.code for deck in (STANDARD_DECK, PAIMIAHHH_BOX) for card in deck.faces), "not_an_index")
SIDES = {0: (0.0, 1.0), 1: (-1.0, 0.0), 2: (0.0, -1.0), 3: (1.0, 0.0)}


class Eyes:
    """Sees every event of the truth, or something else for the cards in `misread` (None: nothing)."""

    def __init__(self, truth, misread=None, sureness=0.999, card_height_px=140.0):
        self.truth, self.misread, self.sureness = truth, misread or {}, sureness
        self.card_height_px = card_height_px
        self.trick, self.open, self.tracks = {}, {}, 0

    def card(self, centre_px, code, other, seat, time_s, track_id=None):
        probabilities = np.zeros(len(CLASSES), np.float32)
        probabilities[CLASSES.index(code)] = self.sureness
        probabilities[CLASSES.index(other)] += 1 - self.sureness
        quad = np.zeros((4, 2), np.float32)
        sighting = CardSighting(
            CLASSES, probabilities, code, self.sureness, tuple(centre_px), self.card_height_px, 0.0, quad, ()
        )
        if track_id is None:
            track_id = self.tracks = self.tracks + 1
        picture = np.zeros((9, 9, 3), np.uint8)
        return TableCard(track_id, sighting, tuple(centre_px), time_s, SIDES.get(seat), picture)

    def observations(self):
        """(time, observations) in the order of time, one for every event that a camera could see."""
        for event in self.truth.events:
            seen = self.look(event)
            if seen is not None:
                when = event["hand_left_s"] + 0.4
                image = np.zeros((720, 1280, 3), np.uint8)
                yield when, (TableChanged(when, event["hand_left_s"], *seen, (), None, image),)

    def look(self, event):
        """(appeared, gone, moved) of one event, None where there is nothing to see."""
        if event["kind"] == "gather":
            gone, self.trick = tuple(self.trick.values()), {}
            return (), gone, ()
        if event["kind"] == "hand":
            for code, centre in zip(event["cards"], event["centres_px"], strict=True):
                said = self.misread.get(code, (code, "not_an_index"))
                if said is not None:
                    self.open[code] = self.card(centre, *said, event["seat"], event["hand_left_s"])
            return tuple(self.open.values()), (), ()
        if event["kind"] not in ("turned", "play"):
            return None
        said = self.misread.get(event["card"], (event["card"], "not_an_index"))
        if said is None:
            return None
        lay = self.open.pop(event["card"], None)
        track_id = None if lay is None else lay.track_id
        reacher = event.get("by", event.get("seat"))
        card = self.card(event["centre_px"], *said, reacher, event["hand_left_s"], track_id)
        if event["kind"] == "play":
            self.trick[card.track_id] = card
        return ((card,), (), ()) if lay is None else ((), (), (card,))

    def film(self):
        """Moments five times a second with what is observed in them."""
        news = dict[int, list]()
        for when, observations in self.observations():
            news.setdefault(int(np.ceil(when * 5)), []).extend(observations)
        count = int(self.truth.clip["duration_s"] * 5) + 10
        return [(k / 5, k) for k in range(count)], [tuple(news.get(k, ())) for k in range(count)]


def scored(truth, eyes):
    """The score of a film seen by these eyes."""
    moments, observed = eyes.film()
    runs = []
    for answers in (False, True):
        with _session(truth) as session:
            runs.append(_watch(session, _Rewound(moments), _Replayed(iter(observed)), truth, answers=answers))
    return score_clip("clip", truth, *runs)
