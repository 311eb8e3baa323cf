"""From a round of PaiMiahhh to motions: tricks as in any game, the Dummy's open hand, and cards taken out of it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.clips.camera import CARD_HEIGHT_MM, Camera
from datasets.clips.choreography import GRIPS, Card, Choreography, gather, lay, pass_over
from datasets.clips.filming import FilmedGame, FilmPlan
from datasets.clips.hands import Person
from datasets.clips.motion import Action, CardMove, CardPose, HandMotion, track
from datasets.clips.paimiahhh_script import GAME, NAMES, OFFENCES, SEAT_COUNT, ScriptedPaiMiahhh, script_paimiahhh
from datasets.clips.placing import HOVER_MM, Table, cleared, grip_for, left_picture, resting_place
from datasets.clips.rounds import ScriptedPlay
from datasets.paimiahhh_print import lay_tiles
from engine.decks_paimiahhh import STARRED
from engine.events import to_json

_OPEN_HAND_ID = 100
"""Cards of the open hand are numbered from here; those of the other players by their place in the round."""
_CLEAR_OF_TRICK_MM = (144.0, 158.0)
"""From the middle: cards of the trick reach so far towards the seats at the bottom and the top, and at the sides."""


@dataclass(frozen=True, slots=True)
class PaiMiahhhPlan(FilmPlan):
    """What is to be filmed; None leaves it to chance (which the seed decides)."""

    specials: tuple[str, str] | None = None
    offences: tuple[str, ...] = ()
    dealer: int | None = None
    tiles: bool | None = None
    """Some of the scoring tiles lie in the picture."""
    pass_overs: int | None = None


class PaiMiahhhClip(FilmedGame[PaiMiahhhPlan]):
    """A planned round, ready to be drawn frame by frame."""

    def _choreograph(
        self, deal_rng: np.random.Generator, motion_rng: np.random.Generator, people: tuple[Person, ...]
    ) -> Choreography:
        plan = self.plan
        first, second = deal_rng.choice(len(STARRED), 2, replace=False)
        specials = plan.specials or (STARRED[min(first, second)].code, STARRED[max(first, second)].code)
        self.played: ScriptedPaiMiahhh = script_paimiahhh(
            deal_rng, specials, offences=plan.offences, dealer=plan.dealer
        )
        return choreograph_round(
            motion_rng, self.played, self.camera, people, pass_overs=plan.pass_overs, pace=plan.pace
        )

    def _dress(self, rng: np.random.Generator, table_bgr: np.ndarray) -> None:
        if self.plan.tiles if self.plan.tiles is not None else rng.random() < 0.4:
            # In a corner of the table that no hand has to cross.
            corner = rng.choice([-1, 1], 2) * (330, 160) + rng.normal(0, 25, 2)
            middle = np.array(table_bgr.shape[1::-1]) / 2
            lay_tiles(table_bgr, rng, self.camera.px_per_mm, middle + corner * self.camera.px_per_mm)

    def _header(self) -> dict[str, object]:
        played = self.played
        return {
            "game": GAME, "names": list(NAMES), "dealer": played.dealer, "specials": list(played.specials),
            "declarer": played.declarer, "trump": played.trump, "offences": list(self.plan.offences),
        }  # fmt: skip

    def _final(self) -> dict[str, object]:
        return {"scores": list(self.played.scores)}


def plan_rounds(
    count: int, seed: int, *, decks: tuple[str, ...], offences: str = "auto", **plan: Any
) -> list[PaiMiahhhPlan]:
    """Plans for `count` different clips; `offences` is auto (some clips), none, or names joined by commas."""
    plans = []
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        if offences == "auto":
            committed = tuple(name for name in OFFENCES if rng.random() < 0.25)
        else:
            committed = tuple(name for name in offences.split(",") if name and name != "none")
        # The open hand must be in the picture too.
        height_px = plan.get("card_height_px") or float(rng.uniform(104, 122)) * plan.get("height_px", 720) / 720
        deck = decks[(seed + number) % len(decks)]
        seen = {**plan, "card_height_px": height_px}
        plans.append(PaiMiahhhPlan(seed * 1000 + number, deck, offences=committed, **seen))
    return plans


def choreograph_round(
    rng: np.random.Generator,
    played: ScriptedPaiMiahhh,
    camera: Camera,
    people: tuple[Person, ...],
    *,
    pass_overs: int | None = None,
    pace: float = 1.0,
) -> Choreography:
    """Give every event of a round its time and every card and hand its way.

    `pace` stretches the pauses; `pass_overs` is how many hands reach over the table without playing (None: chance).
    """
    return _Film(rng, played, camera, people, pace).of(pass_overs)


class _Film:
    """A choreography in the making."""

    def __init__(
        self,
        rng: np.random.Generator,
        played: ScriptedPaiMiahhh,
        camera: Camera,
        people: tuple[Person, ...],
        pace: float,
    ) -> None:
        self.rng, self.played, self.pace = rng, played, pace
        gestures = tuple(str(rng.choice(["press", "pinch"], p=[0.6, 0.4])) for _ in range(SEAT_COUNT))
        self.table = Table(rng, camera, people, gestures, bool(rng.random() < 0.5))
        self.film = Choreography()
        self.clock = float(rng.uniform(0.8, 1.6))
        self.half_mm = (camera.width_px / 2 / camera.px_per_mm, camera.height_px / 2 / camera.px_per_mm)
        # One partner keeps the tricks: the Declarer his, and the defender whose pile is clear of the open hand.
        dummy = played.dummy
        self.keepers = {dummy % 2: played.declarer, 1 - dummy % 2: self._keeper()}
        self.is_open = False
        self.open: dict[str, tuple[Card, CardPose]] = {}

    def _keeper(self) -> int:
        dummy = np.array(self.table.world(self.played.dummy, 0, 1))
        defenders = [(self.played.dummy + step) % SEAT_COUNT for step in (1, 3)]
        piles = {seat: self.table.pile_pose(seat, 3) for seat in defenders}
        return min(defenders, key=lambda seat: float(dummy @ (piles[seat].x, piles[seat].y)))

    def of(self, pass_overs: int | None) -> Choreography:
        played, rng = self.played, self.rng
        for call in played.calls:
            self.clock += rng.uniform(0.6, 1.1) * self.pace
            self.film.truth.append({"kind": "said", "time_s": self.clock, "event": to_json(call)})
        self.clock += rng.uniform(0.6, 1.2)
        if pass_overs is None:
            pass_overs = int(rng.poisson(1.0))
        interrupted = set(rng.choice(len(played.plays), pass_overs, replace=False).tolist())
        piles = [0] * SEAT_COUNT
        trick: list[tuple[Card, CardPose]] = []
        for number, play in enumerate(played.plays):
            if number in interrupted:
                self.clock = pass_over(self.table, self.film, int(rng.integers(SEAT_COUNT)), self.clock)
            trick.append(self._play(play, number, trick))
            for word in played.words[number]:
                self.clock += rng.uniform(0.5, 1.0)
                self.film.truth.append(
                    {"kind": "told", "time_s": self.clock, "card": play.card, "what": word.kind, "choice": word.choice}
                )
            if play.seat == played.dummy and not self.is_open:
                self.clock += rng.uniform(0.3, 0.9) * self.pace
                self._open_hand()
            hurried = rng.random() < 0.10 and len(trick) < SEAT_COUNT
            self.clock += -rng.uniform(0.1, 0.3) if hurried else rng.uniform(0.15, 0.95) * self.pace
            if len(trick) == SEAT_COUNT:
                winner = played.winners[play.trick]
                taker = self.keepers[winner % 2]
                self.clock += rng.uniform(0.35, 1.0) * self.pace
                self.clock = gather(
                    self.table, self.film, trick, winner, play.trick, piles[taker], self.clock, taker=taker
                )
                piles[taker] += 1
                trick = []
                self.clock += rng.uniform(0.3, 1.0) * self.pace
        self.film.duration_s = self.clock + 1.5
        self.film.truth.sort(key=lambda event: float(event["time_s"]))  # type: ignore[arg-type]
        return self.film

    def _play(self, play: ScriptedPlay, number: int, trick: list[tuple[Card, CardPose]]) -> tuple[Card, CardPose]:
        if play.card in self.open:
            return self._play_open(play, trick)
        card, pose, self.clock = lay(self.table, self.film, play, number, trick, self.clock)
        return card, pose

    # The open hand

    def _open_hand(self) -> None:
        """The Dummy lays down what is left of the hand: a ribbon, or two rows one a little below the other."""
        rng, seat = self.rng, self.played.dummy
        grip, elbow = self.table.entrance(seat)
        offset = np.array(GRIPS["press"])
        poses = self._places(len(self.played.dummy_hand))
        cards = [Card(_OPEN_HAND_ID + k, code, None) for k, code in enumerate(self.played.dummy_hand)]
        stops = [grip_for(elbow, (pose.x, pose.y), offset) for pose in poses]
        times = [self.clock + rng.uniform(0.8, 1.2)]
        for one, other in itertools.pairwise(stops):
            times.append(times[-1] + float(np.hypot(*np.subtract(other, one))) / rng.uniform(130, 230) + 0.05)
        end_s = times[-1] + rng.uniform(0.8, 1.1)
        path = track(
            (self.clock, (*grip, HOVER_MM)),
            (times[0], (*stops[0], 2.0)),
            *((when, (*stop, 3.0), True) for when, stop in zip(times[1:-1], stops[1:-1], strict=True)),
            (times[-1], (*stops[-1], 4.0)),
            (times[-1] + 0.15, (*stops[-1], 6.0)),
            (end_s, (*grip, HOVER_MM)),
        )
        hand = HandMotion(seat, "press", elbow, path)
        moves = []
        for card, pose, when in zip(cards, poses, times, strict=True):
            held = tuple(hand.at(when).relative(pose))
            moves.append(CardMove(card.card_id, None, self.clock, when, track((self.clock, held), (when, held)), pose))
        self.film.cards += cards
        self.film.actions.append(Action(hand, tuple(moves)))
        left = left_picture(self.table, hand, times[-1])
        self.is_open = True
        self.open = {card.code: (card, pose) for card, pose in zip(cards, poses, strict=True)}
        self.film.truth.append(
            {
                "kind": "hand", "seat": seat, "cards": list(self.played.dummy_hand), "time_s": times[-1],
                "hand_left_s": left, "centres_px": [self.table.centre_px(pose) for pose in poses],
            }
        )  # fmt: skip
        self.clock = left

    def _places(self, count: int) -> list[CardPose]:
        rng, seat = self.rng, self.played.dummy
        room_mm = self.half_mm[1 - seat % 2] - 5 - CARD_HEIGHT_MM / 2
        nearest = _CLEAR_OF_TRICK_MM[seat % 2] + CARD_HEIGHT_MM / 2
        below = rng.uniform(32, 46)
        has_two_rows = room_mm > nearest + below and rng.random() < 0.5
        rows = [(count + 1) // 2, count // 2] if has_two_rows else [count]
        out = min(nearest + rng.uniform(2, 14), room_mm - (below if has_two_rows else 0.0))
        step = rng.uniform(26, 44) if has_two_rows else rng.uniform(16.5, 24)
        way = -1 if rng.random() < 0.2 else 1
        slant, bow = rng.normal(0, 2.5), rng.uniform(-0.0006, 0.0014)
        poses: list[CardPose] = []
        for row, length in enumerate(rows):
            for place in range(length):
                x = way * (place - (length - 1) / 2) * step + rng.normal(0, 1.2)
                away = out + row * below + bow * x * x + rng.normal(0, 1.0)
                level = 0.4 + 0.35 * len(poses)
                yaw = self.table.turns_deg[seat] + slant - np.rad2deg(2 * bow * x) + rng.normal(0, 1.2)
                poses.append(CardPose(*self.table.world(seat, x, away), level, float(yaw)))
        return poses

    def _play_open(self, play: ScriptedPlay, trick: list[tuple[Card, CardPose]]) -> tuple[Card, CardPose]:
        """A card goes out of the open hand to the trick, by the Dummy's hand or the Declarer's."""
        rng, table = self.rng, self.table
        card, start = self.open.pop(play.card)
        reacher = play.seat if rng.random() < 0.75 else self.played.declarer
        grip, elbow = table.entrance(reacher)
        offset = np.array(GRIPS["press"]) + rng.normal(0, (3, 3))
        pose, target, _ = resting_place(table, play.seat, elbow, offset, [laid for _, laid in trick])
        # Whoever carries it, the card keeps facing the way it lay.
        facing = start.yaw_deg + (pose.yaw_deg - start.yaw_deg + 90) % 180 - 90
        pose = CardPose(pose.x, pose.y, pose.z, facing, 0.0)
        first = grip_for(elbow, (start.x, start.y), offset)
        t0, t1 = self.clock, self.clock + rng.uniform(0.7, 1.1)
        t2 = t1 + rng.uniform(0.15, 0.3)
        t3 = t2 + rng.uniform(0.5, 0.8)
        t4, t5 = t3 + rng.uniform(0.1, 0.25), t3 + rng.uniform(0.75, 1.1)
        middle = ((first[0] + target[0]) / 2, (first[1] + target[1]) / 2, 22.0)
        path = track(
            (t0, (*grip, HOVER_MM)), (t1, (*first, start.z)), (t2, (*first, start.z)), ((t2 + t3) / 2, middle, True),
            (t3, (*target, pose.z)), (t4, (*target, pose.z + 1.0)), (t5, (*grip, HOVER_MM)),
        )  # fmt: skip
        hand = HandMotion(reacher, "press", elbow, path)
        relative = track((t2, hand.at(t2).relative(start)), (t3, hand.at(t3).relative(pose)))
        self.film.actions.append(Action(hand, (CardMove(card.card_id, start, t2, t3, relative, pose),)))
        left = left_picture(table, hand, t4)
        self.film.truth.append(
            {
                "kind": "play", "trick": play.trick, "seat": play.seat, "card": play.card, "time_s": t3,
                "clear_s": cleared(hand, pose, t4), "hand_left_s": left, "centre_px": table.centre_px(pose),
                "offence": play.offence, "by": reacher, "from_px": table.centre_px(start),
            }
        )  # fmt: skip
        self.clock = left
        return card, pose
