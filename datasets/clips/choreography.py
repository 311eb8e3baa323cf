"""From a scripted round to motions: who reaches when, where each card comes to rest, and what is true about it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from datasets.clips.camera import Camera
from datasets.clips.hands import Person
from datasets.clips.motion import Action, CardMove, CardPose, HandMotion, track
from datasets.clips.placing import HOVER_MM, Table, cleared, grip_for, left_picture, resting_place
from datasets.clips.rounds import SEAT_COUNT, ScriptedPlay, ScriptedRound

STACK_ID = -1
# Card centre in the frame of the hand that holds it (x right, y back), by gesture.
GRIPS = {"press": (2.0, -21.0), "pinch": (8.0, -7.0), "sweep": (0.0, -12.0)}


@dataclass(frozen=True, slots=True)
class Card:
    """A physical card of the clip, and where it lies before anything moves it (None: in a hand, out of the picture)."""

    card_id: int
    code: str
    start: CardPose | None


@dataclass(slots=True)
class Choreography:
    """Everything that moves in a clip, in time, and the true events."""

    cards: list[Card] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    truth: list[dict[str, object]] = field(default_factory=list)
    stack: list[CardPose] = field(default_factory=list)
    duration_s: float = 0.0


def choreograph(
    rng: np.random.Generator,
    played: ScriptedRound,
    camera: Camera,
    people: tuple[Person, ...],
    *,
    pass_overs: int | None = None,
    turn_in_view: bool | None = None,
    pace: float = 1.0,
) -> Choreography:
    """Give every event of a round its time and every card and hand its way.

    `pace` stretches the pauses; `pass_overs` is how many hands reach over the table without playing;
    `turn_in_view` whether the dealer turns the trump card before the camera. None: chance.
    """
    gestures = tuple(str(rng.choice(["press", "pinch"], p=[0.6, 0.4])) for _ in range(SEAT_COUNT))
    table = Table(rng, camera, people, gestures, bool(rng.random() < 0.5))
    film = Choreography()
    clock = float(rng.uniform(0.8, 1.6))
    clock = _turn_card(table, film, played, clock, in_view=turn_in_view)
    clock = _bidding(table, film, played, clock, pace)

    if pass_overs is None:
        pass_overs = int(rng.poisson(0.10 * played.hand_size))
    interrupted = set(rng.choice(len(played.plays), min(pass_overs, len(played.plays)), replace=False).tolist())
    piles = [0] * SEAT_COUNT
    trick: list[tuple[Card, CardPose]] = []
    for number, play in enumerate(played.plays):
        if number in interrupted:
            clock = pass_over(table, film, int(rng.integers(SEAT_COUNT)), clock)
        card, pose, clock = lay(table, film, play, number, trick, clock)
        trick.append((card, pose))
        # A quick player starts before the hand of the one before him is quite gone.
        hurried = rng.random() < 0.10 and len(trick) < SEAT_COUNT
        clock += -rng.uniform(0.1, 0.3) if hurried else rng.uniform(0.15, 0.95) * pace
        if len(trick) == SEAT_COUNT:
            winner = played.winners[play.trick]
            clock = gather(table, film, trick, winner, play.trick, piles[winner], clock + rng.uniform(0.35, 1.0) * pace)
            piles[winner] += 1
            trick = []
            clock += rng.uniform(0.3, 1.0) * pace
    film.duration_s = clock + 1.5
    film.truth.sort(key=lambda event: float(event["time_s"]))  # type: ignore[arg-type]
    return film


def _turn_card(table: Table, film: Choreography, played: ScriptedRound, clock: float, *, in_view: bool | None) -> float:
    """The dealer turns the top card of the undealt stack and lays it beside; sometimes it lies there already."""
    rng = table.rng
    (sx, sy), (tx, ty) = table.stack_place(played.dealer)
    undealt = 52 - SEAT_COUNT * played.hand_size
    yaw = 90.0 * played.dealer + rng.normal(0, 5)
    film.stack = [
        CardPose(sx + rng.normal(0, 0.5), sy + rng.normal(0, 0.5), 0.35 * k, yaw + rng.normal(0, 0.8), 180.0)
        for k in range(undealt - 1)
    ]
    top = CardPose(sx, sy, 0.35 * undealt, yaw, 180.0)
    rest = CardPose(tx, ty, 0.4, yaw + rng.normal(0, 4), 0.0)
    is_there_already = rng.random() < 0.2
    if is_there_already if in_view is None else not in_view:
        film.cards.append(Card(0, played.turned_card, rest))
        film.truth.append(_turned_truth(table, played, rest, 0.0, 0.0))
        return clock
    film.cards.append(Card(0, played.turned_card, top))
    grip, elbow = table.entrance(played.dealer)
    offset = np.array(GRIPS["press"])
    first, last = (grip_for(elbow, (pose.x, pose.y), offset) for pose in (top, rest))
    t0, t1 = clock, clock + rng.uniform(0.7, 1.1)
    t2 = t1 + rng.uniform(0.15, 0.3)
    t3 = t2 + rng.uniform(0.7, 1.0)
    t4, t5 = t3 + rng.uniform(0.1, 0.25), t3 + rng.uniform(0.8, 1.1)
    middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2, 70.0)
    path = track(
        (t0, (*grip, HOVER_MM)), (t1, (*first, top.z)), (t2, (*first, top.z)), ((t2 + t3) / 2, middle, True),
        (t3, (*last, 0.4)), (t4, (*last, 0.4)), (t5, (*grip, HOVER_MM)),
    )  # fmt: skip
    hand = HandMotion(played.dealer, "press", elbow, path)
    relative = track((t2, hand.at(t2).relative(top)), (t3, hand.at(t3).relative(rest)))
    film.actions.append(Action(hand, (CardMove(0, top, t2, t3, relative, rest),)))
    left = left_picture(table, hand, t3)
    film.truth.append(_turned_truth(table, played, rest, t3, left))
    return left


def _turned_truth(
    table: Table, played: ScriptedRound, rest: CardPose, time_s: float, hand_left_s: float
) -> dict[str, object]:
    return {
        "kind": "turned", "card": played.turned_card, "time_s": time_s, "hand_left_s": hand_left_s,
        "centre_px": table.centre_px(rest),
    }  # fmt: skip


def _bidding(table: Table, film: Choreography, played: ScriptedRound, clock: float, pace: float) -> float:
    clock += table.rng.uniform(0.6, 1.2)
    for step in range(1, SEAT_COUNT + 1):
        seat = (played.dealer + step) % SEAT_COUNT
        film.truth.append({"kind": "bid", "seat": seat, "value": played.bids[seat], "time_s": clock})
        clock += table.rng.uniform(0.6, 1.1) * pace
    return clock + table.rng.uniform(0.2, 0.6)


def lay(
    table: Table, film: Choreography, play: ScriptedPlay, number: int, trick: list[tuple[Card, CardPose]], clock: float
) -> tuple[Card, CardPose, float]:
    """A player lays a card from the hand beside those of `trick` → (the card, where it lies, when the hand is gone)."""
    rng, gesture = table.rng, table.gestures[play.seat]
    grip, elbow = table.entrance(play.seat)
    offset = np.array(GRIPS[gesture]) + rng.normal(0, (3, 3))
    if table.people[play.seat].left_handed:
        offset[0] = -offset[0]
    pose, target, yaw = resting_place(table, play.seat, elbow, offset, [laid for _, laid in trick])
    t0 = clock
    t1 = t0 + rng.uniform(0.65, 1.15)
    t2 = t1 + rng.uniform(0.08, 0.28)
    t3 = t2 + rng.uniform(0.6, 1.0)
    bow = table.world(play.seat, rng.normal(0, 22), 0)
    middle = (grip[0] * 0.42 + target[0] * 0.58 + bow[0], grip[1] * 0.42 + target[1] * 0.58 + bow[1], 52.0)
    path = track(
        (t0, (*grip, HOVER_MM)), (t0 + 0.55 * (t1 - t0), middle, True), (t1, (*target, pose.z)),
        (t2, (*target, pose.z + 1.0)), (t3, (*grip, HOVER_MM)),
    )  # fmt: skip
    hand = HandMotion(play.seat, gesture, elbow, path)
    held = (*offset, 0.0, yaw + rng.normal(0, 8), rng.uniform(-30, 30))
    relative = track((t0, held), (t0 + 0.5 * (t1 - t0), held), (t1, hand.at(t1).relative(pose)))
    card = Card(1 + number, play.card, None)
    film.cards.append(card)
    film.actions.append(Action(hand, (CardMove(card.card_id, None, t0, t1, relative, pose),)))
    left = left_picture(table, hand, t2)
    film.truth.append(
        {
            "kind": "play", "trick": play.trick, "seat": play.seat, "card": play.card, "time_s": t1,
            "clear_s": cleared(hand, pose, t2), "hand_left_s": left, "centre_px": table.centre_px(pose),
            "offence": play.offence,
        }
    )  # fmt: skip
    return card, pose, left


def gather(
    table: Table,
    film: Choreography,
    trick: list[tuple[Card, CardPose]],
    winner: int,
    number: int,
    won: int,
    clock: float,
    *,
    taker: int | None = None,
) -> float:
    """The winner sweeps the four cards together, draws them to his side and turns them over onto his pile.

    `taker` does it for the winner where another seat keeps the tricks; `won` counts those on the pile.
    """
    rng = table.rng
    taker = winner if taker is None else taker
    grip, elbow = table.entrance(taker)
    pile = table.pile_pose(taker, won)
    offset = np.array(GRIPS["sweep"])
    out = np.array(table.world(taker, 0, 1))
    by_reach = sorted(trick, key=lambda laid: out[0] * laid[1].x + out[1] * laid[1].y)
    touched = [grip_for(elbow, (pose.x, pose.y), offset) for _, pose in by_reach]
    # Few people touch every card with their finger tips: the hand sweeps near them.
    heart = np.mean(touched, axis=0)
    touched = [tuple(heart + (np.array(point) - heart) * rng.uniform(0.45, 0.8)) for point in touched]
    times = [clock + rng.uniform(0.75, 1.1)]
    for _ in touched[1:]:
        times.append(times[-1] + rng.uniform(0.2, 0.38))
    last_touch = touched[-1]
    heap_s = times[-1] + rng.uniform(0.2, 0.4)
    flip_s = heap_s + rng.uniform(0.35, 0.55)
    down_s = flip_s + rng.uniform(0.45, 0.65)
    pile_grip = grip_for(elbow, (pile.x, pile.y), offset)
    towards = (last_touch[0] * 0.45 + pile_grip[0] * 0.55, last_touch[1] * 0.45 + pile_grip[1] * 0.55)
    end_s = down_s + rng.uniform(0.75, 1.0)
    lift = track(
        (clock, (*grip, HOVER_MM)),
        (times[0], (*touched[0], 3.0)),
        *((when, (*point, 3.0), True) for when, point in zip(times[1:], touched[1:], strict=True)),
        (heap_s, (*last_touch, 3.0)),
        (flip_s, (*towards, 10.0), True),
        (
            (flip_s + down_s) / 2,
            (towards[0] * 0.4 + pile_grip[0] * 0.6, towards[1] * 0.4 + pile_grip[1] * 0.6, 48.0),
            True,
        ),
        (down_s, (*pile_grip, pile.z)),
        (down_s + 0.12, (*pile_grip, pile.z + 2)),
        (end_s, (*grip, HOVER_MM)),
    )
    hand = HandMotion(taker, "sweep", elbow, lift)
    moves = []
    squared_yaw = rng.normal(0, 6)
    for level, (card, pose) in enumerate(trick):
        taken = times[next(k for k, laid in enumerate(by_reach) if laid[0] is card)]
        start = hand.at(taken).relative(pose)
        rest = CardPose(
            pile.x + rng.normal(0, 0.8),
            pile.y + rng.normal(0, 0.8),
            pile.z + 0.3 * level,
            pile.yaw_deg + rng.normal(0, 1.2),
            180.0,
        )
        end = hand.at(down_s).relative(rest)
        heap = _heap_place(rng, start, squared_yaw, level)
        end[3] = heap[3] + (end[3] - heap[3] + 90) % 180 - 90  # a card turned by half looks the same: the short way
        squared = heap.copy()
        squared[:2] = offset + (squared[:2] - offset) * 0.3
        squared[3] = heap[3] + (squared_yaw - heap[3] + 90) % 180 - 90
        relative = track((taken, start), (heap_s, heap), (flip_s, squared), (down_s, end))
        rest = hand.at(down_s).carried(end)
        moves.append(CardMove(card.card_id, pose, taken, down_s, relative, rest))
    film.actions.append(Action(hand, tuple(moves)))
    left = left_picture(table, hand, down_s)
    film.truth.append(
        {
            "kind": "gather",
            "trick": number,
            "winner": winner,
            "time_s": down_s,
            "start_s": times[0],
            "hand_left_s": left,
        }
    )
    return left


def _heap_place(rng: np.random.Generator, start: np.ndarray, squared_yaw: float, level: int) -> np.ndarray:
    """Where a swept card ends under the hand, untidily; it turns only part of the way."""
    heap = np.array([*(np.array(GRIPS["sweep"]) + rng.normal(0, 9, 2)), -2.6 + 0.3 * level, start[3], 0.0])
    turn = (squared_yaw - start[3] + 90) % 180 - 90
    heap[3] = start[3] + turn * rng.uniform(0.5, 0.9)
    return heap


def pass_over(table: Table, film: Choreography, seat: int, clock: float) -> float:
    """A hand that reaches over the table and plays nothing: for a glass, a gesture, a crumb."""
    rng = table.rng
    grip, elbow = table.entrance(seat)
    target = table.world(seat, rng.uniform(-150, 150), rng.uniform(-10, 150))
    t1 = clock + rng.uniform(0.6, 1.0)
    t2 = t1 + rng.uniform(0.2, 0.7)
    t3 = t2 + rng.uniform(0.6, 1.0)
    hover = rng.uniform(40, 80)
    path = track(
        (clock, (*grip, HOVER_MM)),
        (t1, (*target, hover)),
        (t2, (target[0] + 8, target[1] - 5, hover)),
        (t3, (*grip, HOVER_MM)),
    )
    hand = HandMotion(seat, "sweep", elbow, path)
    film.actions.append(Action(hand))
    left = left_picture(table, hand, t2)
    film.truth.append({"kind": "pass_over", "seat": seat, "time_s": t1, "hand_left_s": left})
    return left + rng.uniform(0.2, 0.6)
