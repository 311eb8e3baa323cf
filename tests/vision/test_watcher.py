"""The watcher over whole drawn scenes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_table import CARD_HEIGHT_PX, HEIGHT_PX, WIDTH_PX, DrawnTable, SeeingRecogniser, card_at
from vision.framing import CameraDistance
from vision.observations import Observation, StateChanged, TableChanged, WatcherState
from vision.sightings import PhotoReading
from vision.watcher import Watcher

EDGES = {"bottom": (320.0, 380.0), "top": (320.0, -20.0), "left": (-20.0, 180.0), "right": (660.0, 180.0)}
DIRECTIONS = {"bottom": (0, 1), "top": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Play:
    """A table, a watcher and what it has said so far."""

    def __init__(self, *, deck_copies: int | None = 1) -> None:
        self.table = DrawnTable()
        self.recogniser = SeeingRecogniser(self.table)
        self.watcher = Watcher(self.recogniser, deck_copies=deck_copies)
        self.said: list[Observation] = []

    def run(self, seconds: float) -> list[TableChanged]:
        """Let time pass; the changes reported during it."""
        before = len(self.said)
        for _ in range(round(seconds * self.table.fps)):
            self.said += self.watcher.step(self.table.frame())
        return [said for said in self.said[before:] if isinstance(said, TableChanged)]

    def reach(self, edge: str, tip: tuple[float, float], *, steps: int = 6) -> list[TableChanged]:
        """Move a hand in from an edge to a point."""
        start = np.array(EDGES[edge])
        changes = []
        for k in range(1, steps + 1):
            self.table.hands = [
                *self.table.hands[: self._others],
                (EDGES[edge], tuple(start + (tip - start) * k / steps)),
            ]
            changes += self.run(1 / self.table.fps)
        return changes

    def withdraw(self, edge: str, tip: tuple[float, float], *, steps: int = 6) -> list[TableChanged]:
        """Move the hand out again."""
        start = np.array(EDGES[edge])
        changes = []
        for k in range(steps, 0, -1):
            self.table.hands = [
                *self.table.hands[: self._others],
                (EDGES[edge], tuple(start + (tip - start) * k / steps)),
            ]
            changes += self.run(1 / self.table.fps)
        self.table.hands = self.table.hands[: self._others]
        return changes

    _others = 0
    """Hands that stay while another one moves."""

    def lay(
        self, edge: str, code: str, centre: tuple[float, float], angle_deg: float = 0.0, **options
    ) -> list[TableChanged]:
        """A hand comes, lays a card, goes; then a second passes."""
        changes = self.reach(edge, np.array(centre))
        self.table.lay(code, centre, angle_deg, **options)
        changes += self.withdraw(edge, np.array(centre))
        return changes + self.run(1.0)

    @property
    def codes(self) -> list[str | None]:
        return sorted(str(card.code) for card in self.watcher.cards)


def appeared(changes: list[TableChanged]) -> list[str | None]:
    return [card.code for change in changes for card in change.appeared]


def gone(changes: list[TableChanged]) -> list[str | None]:
    return sorted(str(card.code) for change in changes for card in change.gone)


@pytest.fixture
def play() -> Play:
    started = Play()
    started.run(1.0)
    return started


@pytest.mark.parametrize("edge", EDGES)
def test_a_card_laid_is_reported_once_with_the_side_the_hand_came_from(play: Play, edge: str):
    changes = play.lay(edge, "TS", (300.0, 200.0), 20.0)
    assert appeared(changes) == ["TS"]
    assert not gone(changes)
    (change,) = changes
    assert np.dot(change.hand_from_xy, DIRECTIONS[edge]) > 0.8
    assert change.appeared[0].picture_bgr.size > 1000
    assert play.run(5.0) == []


def test_the_report_comes_within_a_second_of_the_hand_leaving(play: Play):
    (change,) = play.lay("bottom", "TS", (300.0, 200.0))
    assert 0.2 < change.time_s - change.hand_left_s < 0.7


def test_the_frames_read_of_one_change_are_looked_at_from_different_distances(play: Play):
    play.lay("bottom", "5H", (250.0, 200.0))
    before = len(play.recogniser.were_closer)
    play.lay("bottom", "9S", (400.0, 200.0))
    assert play.recogniser.were_closer[before : before + 2] == [False, True]


def test_four_cards_of_a_trick_that_overlap_stay_until_they_are_gathered(play: Play):
    for edge, code, centre, angle in [
        ("bottom", "TS", (320, 215), 5),
        ("left", "2S", (280, 180), 80),
        ("top", "KS", (325, 150), 170),
        ("right", "AH", (350, 185), 265),
    ]:
        changes = play.lay(edge, code, centre, angle)
        assert appeared(changes) == [code]
        assert gone(changes) == []
    assert play.codes == ["2S", "AH", "KS", "TS"]
    changes = play.reach("left", np.array((320, 180)))
    play.table.take("TS", "2S", "KS", "AH")
    changes += play.withdraw("left", np.array((320, 180))) + play.run(1.0)
    assert gone(changes) == ["2S", "AH", "KS", "TS"]
    assert appeared(changes) == []
    assert play.codes == []


def test_a_card_covered_wholly_by_another_is_not_gone(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    changes = play.lay("top", "2H", (321.0, 181.0))
    assert appeared(changes) == ["2H"]
    assert play.run(6.0) == []
    assert play.codes == ["2H", "TS"]
    changes = play.reach("right", np.array((320, 180)))
    play.table.take("2H")
    changes += play.withdraw("right", np.array((320, 180))) + play.run(1.5)
    assert gone(changes) == ["2H"]
    assert appeared(changes) == []
    assert play.codes == ["TS"]


def test_a_hand_that_passes_over_changes_nothing(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    changes = play.reach("right", np.array((320, 180))) + play.withdraw("right", np.array((320, 180)))
    assert changes + play.run(4.0) == []


def test_a_hand_that_rests_over_a_card_does_not_take_it_away(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    changes = play.reach("right", np.array((320, 180))) + play.run(5.0)
    assert play.watcher.state is WatcherState.HAND_IN_VIEW
    changes += play.withdraw("right", np.array((320, 180))) + play.run(3.0)
    assert changes == []
    assert play.watcher.state is WatcherState.QUIET


def test_a_card_is_reported_while_another_hand_rests_elsewhere(play: Play):
    play.reach("left", np.array((120, 180)))
    play.run(1.0)
    play._others = 1
    changes = play.lay("right", "9D", (450.0, 180.0))
    assert appeared(changes) == ["9D"]


def test_a_card_is_reported_while_another_hand_keeps_moving_elsewhere(play: Play):
    play.table.lay("9D", (450.0, 180.0))
    changes = []
    for k in range(30):
        play.table.hands = [(EDGES["left"], (80.0 + 12 * (k % 5), 150.0 + 10 * (k % 4)))]
        changes += play.run(1 / play.table.fps)
    assert appeared(changes) == ["9D"]


def test_a_card_that_still_slides_beside_the_one_just_laid_is_reported_when_it_lies(play: Play):
    play.lay("left", "2C", (120.0, 120.0))
    play.reach("bottom", np.array((300, 200)))
    play.table.lay("5H", (300.0, 180.0))
    play.table.lay("TS", (377.0, 180.0))
    changes = []
    for k in range(14):
        tip, away = np.array((300, 200)), min(1.0, k / 5)
        play.table.hands = [(EDGES["bottom"], tuple(tip + (EDGES["bottom"] - tip) * away))] if k < 5 else []
        play.table.cards[-1].centre_xy = (377.0 + 6 * (k % 2), 180.0)
        changes += play.run(1 / play.table.fps)
    assert appeared(changes) == ["5H"]
    (change,) = play.run(1.5)
    assert appeared([change]) == ["TS"]
    assert change.hand_left_s > changes[-1].hand_left_s + 0.5, "who laid the five did not lay the ten"


def test_a_card_under_a_resting_hand_is_reported_when_the_hand_goes(play: Play):
    play.reach("bottom", np.array((320, 200)))
    play.table.lay("9D", (320.0, 180.0))
    assert appeared(play.run(1.0)) == []
    changes = play.withdraw("bottom", np.array((320, 200))) + play.run(1.0)
    assert appeared(changes) == ["9D"]


def test_a_card_is_played_before_the_next_one_though_its_hand_still_rests_beside_it(play: Play):
    play.reach("left", np.array((250.0, 180.0)))
    play.table.lay("TS", (270.0, 180.0))
    play.table.hands = [(EDGES["left"], (228.0, 180.0))]
    assert appeared(play.run(0.5)) == []
    play._others = 1
    changes = play.lay("right", "4D", (450.0, 180.0)) + play.run(2.0)
    assert appeared(changes) == ["TS", "4D"]
    assert [card.hand_from_xy[0] < 0 for change in changes for card in change.appeared] == [True, False]
    play.table.hands = []
    assert appeared(play.run(2.0)) == []
    assert play.codes == ["4D", "TS"]


def test_two_cards_laid_at_once_are_both_reported(play: Play):
    play.reach("bottom", np.array((320, 180)))
    play.table.lay("9D", (270.0, 180.0))
    play.table.lay("QC", (370.0, 180.0))
    changes = play.withdraw("bottom", np.array((320, 180))) + play.run(1.0)
    assert sorted(appeared(changes)) == ["9D", "QC"]


@pytest.mark.parametrize("light", [0.5, 0.75, 1.3, 1.6])
def test_another_light_invents_no_cards_and_loses_none(play: Play, light: float):
    play.lay("bottom", "TS", (320.0, 180.0))
    play.lay("left", "2H", (230.0, 180.0), 90.0)
    play.table.light = light
    assert play.run(5.0) == []
    assert appeared(play.lay("top", "3C", (420.0, 150.0))) == ["3C"]
    assert play.codes == ["2H", "3C", "TS"]


@pytest.mark.parametrize("shift", [(6.0, 3.0), (45.0, -20.0)])
def test_a_knocked_camera_plays_no_cards(play: Play, shift: tuple[float, float]):
    for code, x in [("TS", 200.0), ("2H", 300.0), ("9D", 400.0)]:
        play.lay("bottom", code, (x, 180.0))
    ids = {card.code: card.track_id for card in play.watcher.cards}
    play.table.shift_xy = shift
    changes = play.run(4.0)
    assert appeared(changes) == []
    assert gone(changes) == []
    assert {card.code: card.track_id for card in play.watcher.cards} == ids
    for card in play.watcher.cards:
        truth = next(c for c in play.table.cards if c.code == card.code)
        assert np.allclose(card.centre_xy, np.add(truth.centre_xy, shift), atol=2.0)


def test_a_card_pushed_aside_is_moved_not_played(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    track_id = play.watcher.cards[0].track_id
    changes = play.reach("left", np.array((320, 180)))
    play.table.take("TS")
    play.table.lay("TS", (480.0, 220.0), 30.0)
    changes += play.withdraw("left", np.array((320, 180))) + play.run(1.5)
    assert appeared(changes) == []
    assert gone(changes) == []
    assert [card.track_id for change in changes for card in change.moved] == [track_id]


def test_a_face_down_card_is_no_card(play: Play):
    changes = play.lay("bottom", "TS", (320.0, 180.0), face_down=True)
    assert changes + play.run(4.0) == []


def test_a_card_turned_over_is_gone(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    changes = play.reach("left", np.array((320, 180)))
    play.table.cards[0].face_down = True
    changes += play.withdraw("left", np.array((320, 180))) + play.run(5.0)
    assert gone(changes) == ["TS"]


def test_cards_lying_there_at_the_start_are_reported_and_go_when_taken():
    play = Play()
    play.table.lay("TS", (320.0, 180.0))
    play.table.lay("2H", (200.0, 180.0))
    assert sorted(appeared(play.run(2.0))) == ["2H", "TS"]
    changes = play.reach("left", np.array((320, 180)))
    play.table.take("TS")
    changes += play.withdraw("left", np.array((320, 180))) + play.run(4.0)
    assert gone(changes) == ["TS"]
    assert play.codes == ["2H"]


class SeesAGiant(SeeingRecogniser):
    """Whole pictures also hold what is no card and taller than cards; looking for cards so tall finds none."""

    def __init__(self, table: DrawnTable, code: str | None, height_px: float, whole_readings: int = 1000) -> None:
        super().__init__(table)
        self.giant = card_at(code, (120.0, 100.0), height_px=height_px)
        self.mistaken_readings = whole_readings

    def read_photo(self, image_bgr):
        reading = super().read_photo(image_bgr)
        if self.whole_readings > self.mistaken_readings:
            return reading
        return PhotoReading((self.giant, *reading.cards), ())

    def read_regions(self, image_bgr, boxes_xyxy, card_height_px, *, closer):
        if card_height_px > 1.4 * CARD_HEIGHT_PX:
            return PhotoReading((), ())
        return super().read_regions(image_bgr, boxes_xyxy, card_height_px, closer=closer)


def beside_a_giant(code: str | None, height_px: float = 2 * CARD_HEIGHT_PX, **options) -> Play:
    play = Play()
    play.watcher = Watcher(SeesAGiant(play.table, code, height_px, **options), deck_copies=1)
    return play


@pytest.mark.parametrize("giant_code", [None, "KD"])
@pytest.mark.parametrize("mistaken_readings", [0, 2])
def test_what_was_no_card_at_the_start_tells_no_size_of_cards_for_the_whole_evening(
    mistaken_readings: int, giant_code: str | None
):
    play = beside_a_giant(giant_code, whole_readings=mistaken_readings)
    play.run(1.0)
    assert (play.watcher.card_height_px is not None) == bool(mistaken_readings)
    assert appeared(play.lay("bottom", "TS", (320.0, 200.0))) == ["TS"]
    assert play.watcher.card_height_px == pytest.approx(CARD_HEIGHT_PX, rel=0.1)


def test_what_stays_taken_for_a_large_card_is_outvoted_by_the_cards_that_are_laid():
    play = beside_a_giant("KD")
    play.run(1.0)
    assert play.watcher.card_height_px == pytest.approx(2 * CARD_HEIGHT_PX)
    changes = play.lay("bottom", "TS", (320.0, 250.0)) + play.lay("left", "9S", (250.0, 200.0))
    changes += play.lay("right", "2H", (400.0, 200.0))
    assert appeared(changes) == ["TS", "9S", "2H"]
    assert play.watcher.card_height_px == pytest.approx(CARD_HEIGHT_PX, rel=0.1)


def test_what_fills_the_picture_is_no_card_on_a_table_however_surely_it_is_named():
    play = beside_a_giant("KD", height_px=0.7 * HEIGHT_PX)
    assert appeared(play.run(1.0)) == []
    assert play.watcher.card_height_px is None
    assert appeared(play.lay("bottom", "TS", (320.0, 200.0))) == ["TS"]


@pytest.mark.parametrize(
    ("heights_px", "told"),
    [
        ({"KD": 120.0, "2S": 125.0}, CameraDistance.FITS),
        ({"KD": 0.7 * HEIGHT_PX, "2S": 0.65 * HEIGHT_PX}, CameraDistance.TOO_NEAR),
        ({"KD": 0.7 * HEIGHT_PX}, CameraDistance.FITS),
        ({"KD": 0.7 * HEIGHT_PX, "2S": 120.0}, CameraDistance.FITS),
        ({"KD": 60.0, "2S": 64.0}, CameraDistance.TOO_FAR),
        ({"KD": 70.0, "2S": 74.0}, CameraDistance.FITS),
        ({"": 63.0, " ": 64.0, "  ": 65.0}, CameraDistance.TOO_FAR),
        ({"": 64.0, " ": 65.0}, CameraDistance.FITS),
        ({"": 63.0, " ": 64.0, "  ": 65.0, "KD": 145.0}, CameraDistance.TOO_FAR),
        ({"": 64.0, " ": 65.0, "KD": 120.0, "2S": 125.0}, CameraDistance.FITS),
    ],
)
def test_cards_too_large_or_too_small_tell_that_the_camera_stands_wrong(heights_px, told):
    cards = tuple(
        card_at(code.strip() or None, (100.0 + 90.0 * n, 180.0), height_px=px)
        for n, (code, px) in enumerate(heights_px.items())
    )

    class Sees(SeeingRecogniser):
        def read_photo(self, image_bgr):
            return PhotoReading(cards, ())

        def read_table(self, image_bgr, card_height_px):
            return PhotoReading(cards, ())

        def read_regions(self, image_bgr, boxes_xyxy, card_height_px, *, closer):
            return PhotoReading(cards, ())

    play = Play()
    play.watcher = Watcher(Sees(play.table), deck_copies=1)
    play.run(2.0)
    last = [news for news in play.said if isinstance(news, StateChanged)][-1]
    assert last.state is WatcherState.QUIET
    assert last.camera_distance is told


def test_a_card_with_a_name_tells_the_size_of_cards_and_what_has_none_beside_it_does_not():
    play = beside_a_giant(None)
    play.table.lay("TS", (400.0, 200.0))
    play.run(1.5)
    assert play.watcher.card_height_px == pytest.approx(CARD_HEIGHT_PX, rel=0.01)


def test_a_card_that_cannot_be_read_is_reported_without_a_name_after_some_tries(play: Play):
    play.table.unreadable.add("TS")
    changes = play.lay("bottom", "TS", (320.0, 180.0))
    changes += play.run(4.0)
    assert appeared(changes) == [None]


@pytest.mark.parametrize(("frames_read", "expected"), [(1, []), (2, ["9D"]), (3, ["9D"])])
def test_a_hand_that_comes_back_while_a_card_is_read_does_not_undo_what_was_read(play: Play, frames_read, expected):
    play.lay("left", "2C", (120.0, 120.0))
    play.table.unreadable.add("8C")  # So that more than two frames are read.
    play.reach("bottom", np.array((320, 200)))
    play.table.lay("9D", (320.0, 180.0))
    play.table.lay("8C", (390.0, 180.0))
    changes = play.withdraw("bottom", np.array((320, 200)))
    before = play.recogniser.region_readings
    while play.recogniser.region_readings < before + frames_read:
        changes += play.run(1 / play.table.fps)
    changes += play.reach("right", np.array((320, 180)), steps=1)
    assert appeared(changes) == expected
    play.table.take("9D", "8C")
    changes += play.withdraw("right", np.array((320, 180))) + play.run(2.0)
    assert appeared(changes) == gone(changes) == expected


def test_a_card_named_later_keeps_its_track(play: Play):
    play.table.unreadable.add("TS")
    play.lay("bottom", "TS", (320.0, 180.0))
    play.run(4.0)
    track_id = play.watcher.cards[0].track_id
    play.table.unreadable.clear()
    changes = play.run(15.0)
    assert [(card.track_id, card.code) for change in changes for card in change.reread] == [(track_id, "TS")]
    assert appeared(changes) == []


def test_a_card_missed_at_first_is_found_by_the_idle_check(play: Play):
    play.table.invisible.add("TS")
    assert play.lay("bottom", "TS", (320.0, 180.0)) == []
    play.table.invisible.clear()
    assert appeared(play.run(14.0)) == ["TS"]


def test_the_same_code_twice_in_a_heap_of_two_packs_is_two_cards():
    play = Play(deck_copies=2)
    play.run(1.0)
    play.lay("bottom", "TS", (320.0, 180.0), 0.0)
    play.lay("left", "TS", (350.0, 200.0), 40.0)
    assert play.codes == ["TS", "TS"]


def test_the_detector_rests_while_nothing_changes(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    play.run(3.0)
    before = play.recogniser.whole_readings + play.recogniser.region_readings
    play.run(10.0)
    after = play.recogniser.whole_readings + play.recogniser.region_readings
    assert after - before <= 4


def test_a_change_is_read_in_its_region_only(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    whole, regions = play.recogniser.whole_readings, play.recogniser.region_readings
    play.lay("left", "2H", (200.0, 180.0))
    assert play.recogniser.whole_readings == whole
    assert play.recogniser.region_readings > regions


def test_a_lost_camera_is_told_and_the_table_is_read_anew(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    assert [s.state for s in play.watcher.camera_lost(play.table.time_s)] == [WatcherState.CAMERA_LOST]
    play.table.lay("2H", (200.0, 180.0))
    changes = play.run(2.0)
    assert appeared(changes) == ["2H"]
    assert play.watcher.state is WatcherState.QUIET


def test_the_states_of_a_play_come_in_order(play: Play):
    before = len(play.said)
    play.lay("bottom", "TS", (320.0, 180.0))
    states = [said.state for said in play.said[before:] if isinstance(said, StateChanged)]
    order = [WatcherState.HAND_IN_VIEW, WatcherState.READING, WatcherState.QUIET]
    assert next(state for state in states if state in order) is WatcherState.HAND_IN_VIEW
    assert states[-2:] == [WatcherState.READING, WatcherState.QUIET]


def test_another_picture_size_begins_anew(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))

    class Bigger(SeeingRecogniser):
        def read_photo(self, image_bgr):
            return super().read_photo(image_bgr[:HEIGHT_PX, :WIDTH_PX])

    frame = play.table.frame()
    play.watcher._recogniser = Bigger(play.table)
    big = type(frame)(np.pad(frame.image_bgr, ((0, 40), (0, 0), (0, 0))), frame.time_s, frame.index)
    play.watcher.step(big)
    assert play.watcher.state is WatcherState.STARTING
    assert play.watcher.cards == ()


def test_a_hand_lying_there_at_the_start_leaves_no_ghost_when_it_goes():
    play = Play()
    play.reach("left", np.array((250, 180)))
    play.run(4.0)  # the table is read with the hand on it
    play.withdraw("left", np.array((250, 180)))
    assert play.run(2.0) == []
    assert play.watcher.state is WatcherState.QUIET
    assert appeared(play.lay("left", "9D", (200.0, 180.0))) == ["9D"]


def test_a_lamp_at_one_side_invents_no_cards_and_hides_none(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    play.table.lamp = 0.5
    assert play.run(4.0) == []
    assert appeared(play.lay("right", "3C", (480.0, 150.0))) == ["3C"]
    changes = play.reach("left", np.array((320, 180)))
    play.table.take("TS")
    changes += play.withdraw("left", np.array((320, 180))) + play.run(1.5)
    assert gone(changes) == ["TS"]


def test_a_card_misread_as_one_that_lies_there_is_read_again_and_shows_it(play: Play):
    play.lay("bottom", "3H", (250.0, 180.0))
    play.table.misread["8H"] = "3H"
    changes = play.lay("top", "8H", (400.0, 180.0))
    assert appeared(changes) == ["8H"]
    assert changes[0].appeared[0].sighting.repaired_from == "3H"


def test_without_knowing_the_deck_a_misread_card_stays_as_it_was_read():
    play = Play(deck_copies=None)
    play.run(1.0)
    play.lay("bottom", "3H", (250.0, 180.0))
    play.table.misread["8H"] = "3H"
    assert appeared(play.lay("top", "8H", (400.0, 180.0))) == ["3H"]


def test_another_cloth_under_the_cards_is_read_anew_once(play: Play):
    play.lay("bottom", "TS", (320.0, 180.0))
    # Patches brighter and darker by turns: no light explains it.
    play.table.cloth = np.kron(np.indices((6, 8)).sum(axis=0) % 2, np.ones((60, 80)))[:, :, None] * 90.0
    before = play.recogniser.whole_readings
    assert play.run(4.0) == []
    assert play.watcher.state is WatcherState.QUIET
    assert before < play.recogniser.whole_readings <= before + 5
    assert appeared(play.lay("right", "3C", (480.0, 150.0))) == ["3C"]
