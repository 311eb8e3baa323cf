"""From a part of a hand of Gou Ji to motions: sets of cards carried in, laid out and swept away, and what is true."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from datasets.clips.camera import Camera
from datasets.clips.choreography import GRIPS, Card, Choreography, pass_over
from datasets.clips.filming import FilmedGame, FilmPlan
from datasets.clips.gou_ji_layouts import CardPlace, lay_out
from datasets.clips.gou_ji_script import NAMES, SEAT_COUNT, ScriptedHand, script_hand, with_mixed_set
from datasets.clips.hands import Person
from datasets.clips.motion import Action, CardMove, CardPose, HandMotion, track
from datasets.clips.placing import HOVER_MM, Table, card_outline, grip_for, left_picture
from engine.events import CardsPlayed, Event, TrickGathered, to_json
from engine.games.gou_ji_self_play import TEAM_OF

TURNS_DEG = (0.0, 300.0, 240.0, 180.0, 120.0, 60.0)
"""Counter-clockwise, the order of play; at the left and the right nobody sits."""
MIXED_RANKS = "mixed_ranks"
"""The offence that can be filmed: one card of another rank in a set."""
LEVEL_MM = 0.3
PLACE_SCORES = (4, 2, 0, 0, -2, -4)


@dataclass(frozen=True, slots=True)
class GouJiPlan(FilmPlan):
    """What is to be filmed; None leaves it to chance (which the seed decides)."""

    set_count: int
    to_the_end: bool = False
    offences: tuple[str, ...] = ()


class GouJiClip(FilmedGame[GouJiPlan]):
    """A part of a hand, ready to be drawn frame by frame."""

    seat_turns_deg = TURNS_DEG

    def _choreograph(
        self, deal_rng: np.random.Generator, motion_rng: np.random.Generator, people: tuple[Person, ...]
    ) -> Choreography:
        seed = int(deal_rng.integers(2**31))
        self.played: ScriptedHand = script_hand(seed, self.plan.set_count, to_the_end=self.plan.to_the_end)
        if MIXED_RANKS in self.plan.offences:
            self.played = with_mixed_set(self.played, Random(seed))
        return choreograph_hand(motion_rng, self.played, self.camera, people, pace=self.plan.pace)

    def _header(self) -> dict[str, object]:
        return {"game": "gou_ji", "names": list(NAMES), "before": [to_json(event) for event in self.played.before]}

    def _final(self) -> dict[str, object]:
        ranking = self.played.ranking
        return {
            "ranking": None if ranking is None else list(ranking),
            "scores": None if ranking is None else team_scores(ranking),
        }


def team_scores(ranking: tuple[int, ...]) -> list[int]:
    """Points of the two teams for six places (R28)."""
    first_three = {TEAM_OF[seat] for seat in ranking[:3]}
    scores = [0, 0]
    for seat, points in zip(ranking, PLACE_SCORES, strict=True):
        scores[TEAM_OF[seat]] += points * (2 if len(first_three) == 1 else 1)
    return scores


def choreograph_hand(
    rng: np.random.Generator, played: ScriptedHand, camera: Camera, people: tuple[Person, ...], *, pace: float = 1.0
) -> Choreography:
    """Give every event of a part of a hand its time and every card and hand its way; `pace` stretches the pauses."""
    gestures = tuple(str(rng.choice(["press", "pinch"], p=[0.6, 0.4])) for _ in range(SEAT_COUNT))
    table = Table(rng, camera, people, gestures, bool(rng.random() < 0.5), TURNS_DEG)
    return _Film(table, pace).of(played)


class _Film:
    """A choreography in the making."""

    def __init__(self, table: Table, pace: float) -> None:
        self.table, self.rng, self.pace = table, table.rng, pace
        self.film = Choreography()
        self.clock = float(self.rng.uniform(0.8, 1.6))
        self.lying: list[tuple[Card, CardPose]] = []
        self.discarded = 0
        self.series = 0
        # A table lays into the middle, or everybody before himself; used cards go to a pile in view, or out of it.
        self.lays_in_middle = bool(self.rng.random() < 0.6)
        half_width_mm = camera_half_width_mm(table.camera)
        side = float(self.rng.choice([-1, 1]))
        in_view = (side * (half_width_mm - 62), float(self.rng.uniform(-45, 45)))
        self.discard_xy = in_view if self.rng.random() < 0.5 else None

    def of(self, played: ScriptedHand) -> Choreography:
        best, before = 0, None
        for event in played.filmed:
            if isinstance(event, CardsPlayed):
                skipped = 0 if before is None else (event.seat - before - 1) % SEAT_COUNT
                self.clock += 0.25 * skipped * self.pace
                if self.rng.random() < 0.04:
                    self.clock = pass_over(self.table, self.film, int(self.rng.integers(SEAT_COUNT)), self.clock)
                self._lay_set(event)
                best = before = event.seat
            elif isinstance(event, TrickGathered):
                self.clock += self.rng.uniform(0.5, 1.5) * self.pace
                self._gather(best if event.by is None else event.by)
                before = None
            else:
                self._say(event)
        self.film.duration_s = self.clock + 2.0
        self.film.truth.sort(key=lambda event: float(event["time_s"]))  # type: ignore[arg-type]
        return self.film

    def _say(self, event: Event) -> None:
        self.film.truth.append({"kind": "said", "time_s": self.clock, "event": to_json(event)})
        self.clock += self.rng.uniform(0.6, 1.2)

    # Laying

    def _lay_set(self, laid: CardsPlayed) -> None:
        rng = self.rng
        codes = [card.code for card in laid.cards]
        if rng.random() < 0.5:
            rng.shuffle(codes)
        grip, elbow = self.table.entrance(laid.seat)
        layout, poses, target, offset = self._places(laid.seat, elbow, len(codes))
        cards = [Card(len(self.film.cards) + number, code, None) for number, code in enumerate(codes)]
        self.film.cards += cards
        # Now and then a card that belongs to the set is found a moment later.
        is_in_two = len(cards) >= 3 and layout in ("fan", "row", "steps") and rng.random() < 0.06
        first_part = len(cards) - 1 if is_in_two else len(cards)
        lies_s, left_s = self._carry(laid.seat, elbow, grip, target, offset, cards[:first_part], poses[:first_part])
        if is_in_two:
            self.clock = left_s + rng.uniform(0.3, 1.0)
            last = poses[-1]
            target = grip_for(elbow, (last.x, last.y), offset)
            lies_s, left_s = self._carry(laid.seat, elbow, grip, target, offset, cards[-1:], poses[-1:])
        self.lying += zip(cards, poses, strict=True)
        self.film.truth.append(
            {
                "kind": "set", "series": self.series, "seat": laid.seat, "cards": codes, "layout": layout,
                "time_s": lies_s, "hand_left_s": left_s, "in_two": is_in_two,
                "centres_px": [self.table.centre_px(pose) for pose in poses],
            }
        )  # fmt: skip
        is_hurried = rng.random() < 0.08
        self.clock = left_s + (-rng.uniform(0.1, 0.3) if is_hurried else rng.uniform(0.3, 1.3) * self.pace)

    def _places(
        self, seat: int, elbow: tuple[float, float], count: int
    ) -> tuple[str, list[CardPose], tuple[float, float], np.ndarray]:
        """A layout on top of what lies there, in the picture: its name, the cards' poses, the hand's place and grip."""
        rng = self.rng
        for attempt in range(300):
            layout, places = lay_out(rng, count)
            away = rng.uniform(0, 45) if self.lays_in_middle else rng.uniform(85, 130)
            x, y = self.table.world(seat, rng.normal(0, 24 if self.lays_in_middle else 14), away - 0.3 * attempt)
            offset = np.array(GRIPS[self.table.gestures[seat]]) + rng.normal((0, -8), (3, 3))
            if self.table.people[seat].left_handed:
                offset[0] = -offset[0]
            turn = TURNS_DEG[seat] + rng.normal(0, 7)
            poses = [self._pose(place, (x, y), turn, len(self.lying) + level) for level, place in enumerate(places)]
            if all(self._is_in_picture(pose) for pose in poses):
                return layout, poses, grip_for(elbow, (x, y), offset), offset
        raise AssertionError("no room for a set in the picture")

    def _pose(self, place: CardPlace, centre: tuple[float, float], turn_deg: float, level: int) -> CardPose:
        c, s = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))
        x, y, yaw = place
        return CardPose(
            centre[0] + float(c * x - s * y), centre[1] + float(s * x + c * y), 0.5 + LEVEL_MM * level, turn_deg + yaw
        )

    def _is_in_picture(self, pose: CardPose) -> bool:
        camera = self.table.camera
        x, y = camera.delivered(np.column_stack([card_outline(pose), np.full(4, pose.z)])).T
        margin = 4
        return bool(
            (x > margin).all()
            and (x < camera.width_px - margin).all()
            and (y > margin).all()
            and (y < camera.height_px - margin).all()
        )

    def _carry(
        self,
        seat: int,
        elbow: tuple[float, float],
        grip: tuple[float, float],
        target: tuple[float, float],
        offset: np.ndarray,
        cards: list[Card],
        poses: list[CardPose],
    ) -> tuple[float, float]:
        """One reach with the cards squared in the hand, spread as they are laid → (they lie, the hand has left)."""
        rng = self.rng
        t0 = self.clock
        t1 = t0 + rng.uniform(0.85, 1.4)
        t2 = t1 + rng.uniform(0.1, 0.4)
        t3 = t2 + rng.uniform(0.7, 1.1)
        bow = self.table.world(seat, rng.normal(0, 22), 0)
        middle = (grip[0] * 0.42 + target[0] * 0.58 + bow[0], grip[1] * 0.42 + target[1] * 0.58 + bow[1], 55.0)
        top_mm = poses[-1].z
        path = track(
            (t0, (*grip, HOVER_MM)), (t0 + 0.5 * (t1 - t0), middle, True), (t1, (*target, top_mm)),
            (t2, (*target, top_mm + 1.0)), (t3, (*grip, HOVER_MM)),
        )  # fmt: skip
        hand = HandMotion(seat, self.table.gestures[seat], elbow, path)
        spread_s = t0 + rng.uniform(0.45, 0.75) * (t1 - t0)
        tilt, yaw = rng.uniform(-25, 25), rng.normal(0, 8)
        moves = []
        for level, (card, pose) in enumerate(zip(cards, poses, strict=True)):
            held = (offset[0] + 1.5 * level, offset[1], LEVEL_MM * level, yaw + 1.2 * level, tilt)
            relative = track((t0, held), (spread_s, held), (t1, hand.at(t1).relative(pose)))
            moves.append(CardMove(card.card_id, None, t0, t1, relative, pose))
        self.film.actions.append(Action(hand, tuple(moves)))
        return t1, left_picture(self.table, hand, t2)

    # Clearing

    def _gather(self, winner: int) -> None:
        """The winner sweeps everything together and away, turned over onto the pile or out of the picture."""
        rng, table = self.rng, self.table
        grip, elbow = table.entrance(winner)
        offset = np.array(GRIPS["sweep"])
        out = np.array(table.world(winner, 0, 1))
        reach = np.array([out[0] * pose.x + out[1] * pose.y for _, pose in self.lying])
        groups = np.array_split(np.argsort(reach), min(4, len(reach)))
        heart = np.mean([(pose.x, pose.y) for _, pose in self.lying], axis=0)
        touched = []
        for group in groups:
            middle = np.mean([(self.lying[k][1].x, self.lying[k][1].y) for k in group], axis=0)
            touched.append(grip_for(elbow, tuple(heart + (middle - heart) * rng.uniform(0.6, 0.9)), offset))
        times = [self.clock + rng.uniform(0.8, 1.1)]
        for _ in touched[1:]:
            times.append(times[-1] + rng.uniform(0.22, 0.4))
        taken_s = {int(k): when for group, when in zip(groups, times, strict=True) for k in group}
        heap_s = times[-1] + rng.uniform(0.2, 0.4)
        down_s = heap_s + rng.uniform(0.9, 1.3)
        end_s = down_s + rng.uniform(0.7, 1.0)
        goal_xy = self.discard_xy if self.discard_xy is not None else table.world(winner, 0, 700)
        goal_grip = grip_for(elbow, goal_xy, offset) if self.discard_xy is not None else grip
        pile_mm = 0.5 + LEVEL_MM * self.discarded
        path = track(
            (self.clock, (*grip, HOVER_MM)),
            (times[0], (*touched[0], 6.0)),
            *((when, (*point, 6.0), True) for when, point in zip(times[1:], touched[1:], strict=True)),
            (heap_s, (*touched[-1], 6.0)),
            (down_s, (*goal_grip, pile_mm)),
            (down_s + 0.12, (*goal_grip, pile_mm + 2)),
            (end_s, (*grip, HOVER_MM)),
        )
        hand = HandMotion(winner, "sweep", elbow, path)
        moves = []
        for level, (card, pose) in enumerate(self.lying):
            start = hand.at(taken_s[level]).relative(pose)
            heap = np.array([*(offset + rng.normal(0, 12, 2)), -5.0 + 0.1 * level, start[3] * 0.4, 0.0])
            rest = CardPose(
                goal_xy[0] + rng.normal(0, 1.5),
                goal_xy[1] + rng.normal(0, 1.5),
                pile_mm + LEVEL_MM * level,
                TURNS_DEG[winner] + rng.normal(0, 3),
                180.0,
            )
            relative = track((taken_s[level], start), (heap_s, heap), (down_s, hand.at(down_s).relative(rest)))
            moves.append(
                CardMove(
                    card.card_id, pose, taken_s[level], down_s, relative, hand.at(down_s).carried(relative.at(down_s))
                )
            )
        self.film.actions.append(Action(hand, tuple(moves)))
        self.discarded += len(self.lying)
        self.lying = []
        left_s = left_picture(table, hand, down_s)
        self.film.truth.append(
            {
                "kind": "gather", "series": self.series, "winner": winner, "start_s": times[0], "time_s": down_s,
                "hand_left_s": left_s,
            }
        )  # fmt: skip
        self.series += 1
        self.clock = left_s + rng.uniform(0.4, 1.2) * self.pace


def camera_half_width_mm(camera: Camera) -> float:
    """From the middle of the table to the picture's left and right edge."""
    return camera.width_px / 2 / camera.px_per_mm


def plan_hands(
    count: int,
    seed: int,
    *,
    decks: tuple[str, ...],
    set_count: int | None = None,
    offences: str = "auto",
    **plan: object,
) -> list[GouJiPlan]:
    """Plans for `count` different clips: every third shows a hand to its end, every third is filmed in 1080 lines.

    `offences` is auto (some clips), none, or "mixed_ranks".
    """
    plans = []
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        sets = set_count or int(rng.integers(12, 18))
        given = dict(plan)
        if number % 3 == 1 and "height_px" not in given:
            given |= {"width_px": 1920, "height_px": 1080}
        if given.get("card_height_px") is None:
            lines = given.get("height_px", 720)
            given["card_height_px"] = float(rng.uniform(100, 145)) * lines / 720  # type: ignore[operator]
        is_mixed = offences == MIXED_RANKS or (offences == "auto" and rng.random() < 0.25)
        # Decks go round, so that a set of clips shows each of them.
        deck = decks[(seed + number) % len(decks)]
        committed = (MIXED_RANKS,) if is_mixed else ()
        plans.append(
            GouJiPlan(seed * 1000 + number, deck, sets, number % 3 == 2, committed, **given)  # type: ignore[arg-type]
        )
    return plans
