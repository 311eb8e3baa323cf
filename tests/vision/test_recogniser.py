"""The way from a picture to its cards, with a detector and a reader that see drawn marks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import quad_of
from vision.detector import IndexDetections
from vision.index_crop import USUAL_CROP_PX, WIDE_CROP_PX
from vision.picture import PictureError
from vision.recogniser import (
    CLOSER_CARD_HEIGHT_PX,
    DETECTED_CARD_HEIGHT_PX,
    TABLE_CARD_HEIGHT_PX,
    Recogniser,
)
from vision.tilt import tilt_of

CLASSES = ("AS", "2S", "3S", "4S", "5S", "6S", "not_an_index", "unreadable")
HUES = dict(zip(CLASSES, range(20, 180, 20), strict=True))
"""Hue of the suit mark, which names the card; the rank mark is black with a blue rim."""


def drawn(cards, size_wh=(900, 700), height_px=160.0):
    """A picture of cards: (code, centre, angle) each, with marks in two corners."""
    image = np.full((size_wh[1], size_wh[0], 3), (70, 90, 60), np.uint8)
    for code, centre, angle in cards:
        draw_card(image, code, centre, angle, height_px)
    return image


def draw_card(image, code, centre, angle, height_px):
    cv2.fillConvexPoly(image, np.round(quad_of(centre, angle, height_px)).astype(np.int32), (255, 255, 255))
    colour = cv2.cvtColor(np.array([[[HUES[code], 255, 255]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0].tolist()
    mm = height_px / 88
    for turn in (0, 180):
        a = np.radians(angle + turn)
        across, down = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
        for along_mm, paint in ((36.5, (0, 0, 0)), (28.5, colour)):
            at = np.asarray(centre) - across * 26 * mm - down * along_mm * mm
            cv2.circle(image, tuple(np.round(at).astype(int).tolist()), max(2, round(3 * mm)), paint, -1, cv2.LINE_AA)


class MarkDetector:
    """Finds pairs of a black and a coloured disc. Sees only marks of a certain size, as a trained detector does."""

    def __init__(self) -> None:
        self.pixels = 0

    def detect(self, image_bgr):
        self.pixels += image_bgr.shape[0] * image_bgr.shape[1]
        hsv = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2HSV)
        black = self._discs((hsv[:, :, 2] < 60).astype(np.uint8))
        coloured = self._discs(((hsv[:, :, 1] > 160) & (hsv[:, :, 2] > 160)).astype(np.uint8))
        rows = []
        for suit, suit_r in coloured:
            for rank, rank_r in black:
                distance = np.hypot(*(suit - rank))
                if not (1.8 < distance / suit_r < 3.6 and 0.6 < rank_r / suit_r < 1.6 and 5 <= distance <= 28):
                    continue
                down = (suit - rank) / distance
                right = np.array([down[1], -down[0]])
                mm = distance / 8.0
                middle = (rank + suit) / 2
                centre = middle + right * 26 * mm + down * 32.5 * mm
                low, high = np.minimum(rank, suit) - 4 * mm, np.maximum(rank, suit) + 4 * mm
                rows.append((*low, *high, 0.9, *rank, *suit, *centre))
        table = np.array(rows, np.float32).reshape(-1, 11)
        return IndexDetections(table[:, :4], table[:, 4], table[:, 5:7], table[:, 7:9], table[:, 9:11])

    @staticmethod
    def _discs(mask):
        _, _, stats, centres = cv2.connectedComponentsWithStats(mask)
        return [
            (centre, np.sqrt(stat[4] / np.pi))
            for stat, centre in zip(stats[1:], centres[1:], strict=True)
            if 3 < stat[4] < 400 and 0.6 < stat[2] / stat[3] < 1.7
        ]


class HueReader:
    """Names a crop by the hue of its coloured disc."""

    classes = CLASSES
    crop_px = USUAL_CROP_PX

    def read(self, crops):
        result = np.full((len(crops), len(CLASSES)), 0.002, np.float32)
        for row, crop in zip(result, crops, strict=True):
            bgr = (crop[::-1].transpose(1, 2, 0) * 255).astype(np.uint8)
            hsv = cv2.cvtColor(bgr, cv2.COLOR_BGR2HSV)
            # The crop is upright: the suit is in its lower half.
            lower = hsv[32:]
            hue = np.median(lower[:, :, 0][(lower[:, :, 1] > 160) & (lower[:, :, 2] > 160)])
            code = min(HUES, key=lambda name: abs(HUES[name] - hue))
            row[CLASSES.index(code)] = 1 - 0.002 * (len(CLASSES) - 1)
        return result


@pytest.fixture
def recogniser():
    return Recogniser(MarkDetector(), HueReader())


CARDS = [("AS", (150, 150), 0), ("2S", (400, 300), 35), ("5S", (650, 500), 200), ("6S", (700, 180), 90)]


def read_codes(reading):
    return sorted(reading.codes)


@pytest.mark.parametrize("scale", [0.4, 0.7, 1.0, 2.0, 4.0])
def test_cards_of_any_size_are_read_with_their_places(recogniser, scale):
    cards = [(code, (x * scale, y * scale), angle) for code, (x, y), angle in CARDS]
    image = drawn(cards, (round(900 * scale), round(700 * scale)), 160 * scale)
    reading = recogniser.read_photo(image)
    assert read_codes(reading) == ["2S", "5S", "6S", "AS"]
    for card in reading.cards:
        _, centre, angle = next(c for c in cards if c[0] == card.code)
        assert card.centre_xy == pytest.approx(centre, abs=7 * scale)
        assert card.card_height_px == pytest.approx(160 * scale, rel=0.1)
        assert (card.angle_deg - angle + 90) % 180 == pytest.approx(90, abs=6)
        assert len(card.indices) == 2
    assert reading.card_height_px == pytest.approx(160 * scale, rel=0.1)


def test_cards_of_two_sizes_are_read_in_one_picture(recogniser):
    image = drawn([("AS", (200, 300), 0)], (1000, 700), 320)
    draw_card(image, "3S", (800, 500), 20, 145)
    assert read_codes(recogniser.read_photo(image)) == ["3S", "AS"]


def test_a_table_of_known_scale_is_looked_at_once():
    detector = MarkDetector()
    recogniser = Recogniser(detector, HueReader())
    image = drawn(CARDS)
    assert read_codes(recogniser.read_table(image, 160.0)) == ["2S", "5S", "6S", "AS"]
    assert detector.pixels <= 900 * 700 * (TABLE_CARD_HEIGHT_PX / 160) ** 2 * 1.02


def test_only_the_region_asked_for_is_looked_at():
    detector = MarkDetector()
    recogniser = Recogniser(detector, HueReader())
    box = quad_of((400, 300), 35, 160)
    reading = recogniser.read_regions(drawn(CARDS), [[*box.min(axis=0), *box.max(axis=0)]], 160.0)
    assert read_codes(reading) == ["2S"]
    assert reading.cards[0].centre_xy == pytest.approx((400, 300), abs=6)
    assert detector.pixels < 900 * 700 / 3


def test_a_closer_look_enlarges_the_region():
    box = quad_of((400, 300), 35, 160)
    pixels = []
    for closer in (False, True):
        detector = MarkDetector()
        reading = Recogniser(detector, HueReader()).read_regions(
            drawn(CARDS), [[*box.min(axis=0), *box.max(axis=0)]], 160.0, closer=closer
        )
        assert read_codes(reading) == ["2S"]
        pixels.append(detector.pixels)
    assert pixels[1] == pytest.approx(pixels[0] * (CLOSER_CARD_HEIGHT_PX / DETECTED_CARD_HEIGHT_PX) ** 2, rel=0.15)


def test_what_is_read_with_doubt_is_cut_out_in_other_sizes_and_all_of_them_vote():
    class HesitantReader(HueReader):
        """Takes the first crops for a six, with doubt; of the others it is sure."""

        def __init__(self) -> None:
            self.shares_of_ink: list[list[float]] = []

        def read(self, crops):
            self.shares_of_ink.append([float((crop.max(axis=0) < 0.15).mean()) for crop in crops])
            votes = super().read(crops)
            if len(self.shares_of_ink) == 1:
                votes[:] = 0.0
                votes[:, CLASSES.index("6S")], votes[:, CLASSES.index("3S")] = 0.6, 0.4
            return votes

    reader = HesitantReader()
    image = drawn([("3S", (400, 300), 0)])
    assert read_codes(Recogniser(MarkDetector(), reader).read_table(image, 160.0)) == ["3S"]
    usual, again = reader.shares_of_ink[:2]
    nearer, farther = np.split(np.array(again), 2)
    assert len(nearer) == len(usual) == 2
    assert (farther < usual).all()
    assert (usual < nearer).all()


def test_a_region_at_the_edge_or_outside_of_the_picture_is_no_trouble(recogniser):
    reading = recogniser.read_regions(drawn(CARDS), [[-50, -50, 240, 260], [5000, 5000, 6000, 6000]], 160.0)
    assert read_codes(reading) == ["AS"]
    assert recogniser.read_regions(drawn(CARDS), [], 160.0).cards == ()


def test_an_index_the_reader_rejects_makes_no_card_but_stays_visible(recogniser):
    reading = recogniser.read_photo(drawn([("not_an_index", (300, 300), 0), ("AS", (600, 300), 0)]))
    assert read_codes(reading) == ["AS"]
    assert len(reading.cards) == 1
    assert len(reading.indices) == 4


def test_where_a_card_is_in_doubt_its_surroundings_are_looked_at_more_closely():
    class ShortSighted(MarkDetector):
        """Sees the three only where it is drawn large."""

        def detect(self, image_bgr):
            found = super().detect(image_bgr)
            glyphs = np.hypot(*(found.suit_xy - found.rank_xy).T)
            return found.take((glyphs > 15) | (found.rank_xy[:, 0] < image_bgr.shape[1] / 2))

    class Doubtful(HueReader):
        def read(self, crops):
            return super().read(crops) * 0.44 + 0.56 / len(CLASSES)  # both corners together: 0.88

    image = drawn([("2S", (200, 300), 0), ("3S", (330, 300), 0)], (500, 600))
    assert read_codes(Recogniser(ShortSighted(), HueReader()).read_table(image, 160.0)) == ["2S"]
    closely = Recogniser(ShortSighted(), Doubtful(), min_code_confidence=0.5).read_table(image, 160.0)
    assert read_codes(closely) == ["2S", "3S"]


def test_a_second_reader_reads_only_what_the_first_is_in_doubt_about():
    class DoubtsThrees(HueReader):
        def read(self, crops):
            result = super().read(crops)
            threes = result[:, CLASSES.index("3S")] > 0.5
            result[threes] = 1 / len(CLASSES)
            return result

    class Counts(HueReader):
        crop_px = WIDE_CROP_PX
        crops_read = 0

        def read(self, crops):
            assert crops.shape[1:] == (3, 80, 80), "as wide as it wants them"
            self.crops_read += len(crops)
            return super().read(crops)

    second = Counts()
    recogniser = Recogniser(MarkDetector(), DoubtsThrees(), second_reader=second)
    assert read_codes(recogniser.read_table(drawn([("AS", (200, 300), 0)]), 160.0)) == ["AS"]
    assert second.crops_read == 0
    image = drawn([("AS", (200, 300), 0), ("3S", (500, 300), 20)])
    assert read_codes(recogniser.read_table(image, 160.0)) == ["3S", "AS"]
    assert second.crops_read > 0
    assert read_codes(recogniser.for_packs(1).read_table(image, 160.0)) == ["3S", "AS"]
    assert read_codes(Recogniser(MarkDetector(), DoubtsThrees()).read_table(image, 160.0)) == ["AS"]


def test_on_a_tilted_table_print_in_doubt_is_looked_at_as_if_from_above(monkeypatch):
    class Straight(HueReader):
        """Is in doubt about print that is squeezed."""

        def read(self, crops):
            result = super().read(crops)
            for row, crop in zip(result, crops, strict=True):
                rank = cv2.inRange((crop.max(axis=0)[8:34, 8:40] * 255).astype(np.uint8), 0, 60)
                (_, _), (a, b), _ = cv2.minAreaRect(cv2.findNonZero(rank))
                if not 0.8 < (a + 1) / (b + 1) < 1.25:
                    row[:] = row * 0.3 + 0.7 / len(CLASSES)
            return result

    cards = [("AS", (200, 200), 40), ("2S", (450, 220), 130), ("5S", (250, 480), 250), ("6S", (560, 500), 300)]
    squeeze = np.array([[1.0, 0.0, 0.0], [0.0, 0.66, 60.0]])
    image = cv2.warpAffine(drawn(cards, (760, 700)), squeeze, (760, 600), borderMode=cv2.BORDER_REPLICATE)
    recogniser = Recogniser(MarkDetector(), Straight())
    reading = recogniser.read_photo(image)
    assert read_codes(reading) == ["2S", "5S", "6S", "AS"]
    for card in reading.cards:
        x, y = next(centre for code, centre, _ in cards if code == card.code)
        assert card.centre_xy == pytest.approx((x, 0.66 * y + 60), abs=16)
    monkeypatch.setattr("vision.recogniser.tilt_of", lambda _: tilt_of([]))
    assert len(recogniser.read_photo(image).codes) < 4


def test_a_closer_look_is_one_that_nobody_has_had_yet():
    """At the size of the closest look the whole picture was seen already: then there is another one."""

    class Watched(MarkDetector):
        def __init__(self) -> None:
            super().__init__()
            self.glyphs_px: list[float] = []

        def detect(self, image_bgr):
            found = super().detect(image_bgr)
            self.glyphs_px += [float(np.median(np.hypot(*(found.suit_xy - found.rank_xy).T)))] if len(found) else []
            return found

    class Doubtful(HueReader):
        def read(self, crops):
            return super().read(crops) * 0.44 + 0.56 / len(CLASSES)

    image = drawn([("2S", (320, 250), 0)], (480, 640), 200)
    sure, doubtful = Watched(), Watched()
    Recogniser(sure, HueReader()).read_photo(image)
    Recogniser(doubtful, Doubtful()).read_photo(image)
    (last,) = doubtful.glyphs_px[len(sure.glyphs_px) :]
    assert all(abs(np.log(last / other)) > np.log(1.1) for other in sure.glyphs_px)


def test_what_is_in_doubt_beside_a_region_is_not_worth_a_closer_look():
    class DoubtsThrees(HueReader):
        def read(self, crops):
            result = super().read(crops)
            threes = result[:, CLASSES.index("3S")] > 0.5
            result[threes] = result[threes] * 0.44 + 0.56 / len(CLASSES)
            return result

    def pixels_looked_at(image, centre, **options):
        detector = MarkDetector()
        box = quad_of(centre, 0, 160)
        recogniser = Recogniser(detector, DoubtsThrees(), **options)
        reading = recogniser.read_regions(image, [[*box.min(axis=0), *box.max(axis=0)]], 160)
        assert len(reading.cards) == 2
        return detector.pixels

    two, other = (200, 300), (325, 300)
    sure = drawn([("2S", two, 0), ("5S", other, 0)], (500, 600))
    doubtful = drawn([("2S", two, 0), ("3S", other, 0)], (500, 600))
    assert pixels_looked_at(doubtful, two) == pixels_looked_at(sure, two)
    assert pixels_looked_at(doubtful, other) > 1.5 * pixels_looked_at(sure, other)
    faint = {"min_index_confidence": 0.15}
    assert pixels_looked_at(doubtful, two, **faint) > 1.5 * pixels_looked_at(sure, two, **faint)


def test_an_unreadable_card_is_there_without_a_name(recogniser):
    (card,) = recogniser.read_photo(drawn([("unreadable", (300, 300), 0)])).cards
    assert card.code is None


def test_a_deck_without_doubles_decides_over_all_cards_in_view():
    class Doubtful(HueReader):
        def read(self, crops):
            result = super().read(crops)
            two, three = CLASSES.index("2S"), CLASSES.index("3S")
            # The second card's marks are read as a three that might be a two.
            shaky = result[:, two] > 0.5
            result[shaky, three], result[shaky, two] = 0.6, 0.38
            return result

    image = drawn([("2S", (200, 200), 0), ("3S", (600, 300), 0)])
    alone = Recogniser(MarkDetector(), Doubtful(), min_code_confidence=0.5).read_photo(image)
    assert read_codes(alone) == ["3S", "3S"]
    together = Recogniser(MarkDetector(), Doubtful(), min_code_confidence=0.5, deck_copies=1).read_photo(image)
    assert read_codes(together) == ["2S", "3S"]
    assert [card.repaired_from for card in together.cards if card.code == "2S"] == ["3S"]


@pytest.mark.parametrize("deck_copies", [None, 2, 4])
def test_copies_of_one_card_are_counted_whether_apart_or_in_a_fan(deck_copies):
    fan = [("AS", (300 + 45 * k, 250), 4 * k) for k in range(3)]
    image = drawn([*fan, ("AS", (650, 250), 30), ("2S", (650, 520), 0)])
    reading = Recogniser(MarkDetector(), HueReader(), deck_copies=deck_copies).read_photo(image)
    assert read_codes(reading) == ["2S", "AS", "AS", "AS", "AS"]
    assert sorted(len(card.indices) for card in reading.cards) == [1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    "image",
    [
        pytest.param(np.zeros((720, 1280, 3), np.uint8), id="black"),
        pytest.param(np.full((720, 1280, 3), 255, np.uint8), id="white"),
        pytest.param(np.zeros((480, 640), np.uint8), id="grey"),
        pytest.param(np.zeros((480, 640), np.uint16), id="16 bits"),
        pytest.param(np.zeros((480, 640, 4), np.uint8), id="alpha"),
        pytest.param(np.zeros((1, 1, 3), np.uint8), id="one pixel"),
        pytest.param(np.zeros((3, 4000, 3), np.uint8), id="a line"),
        pytest.param(np.zeros((3000, 4000, 3), np.uint8), id="large"),
        pytest.param(np.random.default_rng(0).integers(0, 255, (240, 320, 3), np.uint8), id="noise"),
    ],
)
def test_a_picture_without_cards_gives_an_empty_reading(recogniser, image):
    assert recogniser.read_photo(image).cards == ()
    assert recogniser.read_regions(image, [[0, 0, 50, 50]], 160.0).cards == ()


def test_a_grey_or_transparent_picture_of_cards_is_read_like_any_other(recogniser):
    image = drawn(CARDS)
    opaque = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    assert read_codes(recogniser.read_photo(opaque)) == ["2S", "5S", "6S", "AS"]
    deep = image.astype(np.uint16) * 257
    assert read_codes(recogniser.read_photo(deep)) == ["2S", "5S", "6S", "AS"]


def test_a_turned_view_of_a_picture_is_read_like_a_copy(recogniser):
    assert read_codes(recogniser.read_photo(drawn(CARDS)[::-1, ::-1])) == ["2S", "5S", "6S", "AS"]


def test_no_picture_is_a_clear_error(recogniser):
    with pytest.raises(PictureError, match="expected a picture"):
        recogniser.read_photo(np.zeros((0, 0, 3), np.uint8))


@pytest.mark.parametrize("height", [0, -5, float("nan")])
def test_an_impossible_card_height_is_refused(recogniser, height):
    with pytest.raises(ValueError, match="above 0"):
        recogniser.read_table(drawn(CARDS), height)


def test_a_deck_holds_at_least_one_copy():
    with pytest.raises(ValueError, match="at least one copy"):
        Recogniser(MarkDetector(), HueReader(), deck_copies=0)


def test_a_doubtful_find_in_the_coarse_pass_does_not_end_the_search():
    class Shy(MarkDetector):
        def detect(self, image_bgr):
            found = super().detect(image_bgr)
            doubtful = np.full(len(found), 0.28 if image_bgr.shape[1] <= 700 else 0.9, np.float32)
            return IndexDetections(found.boxes_xyxy, doubtful, found.rank_xy, found.suit_xy, found.card_centre_xy)

    image = drawn([("AS", (300, 300), 0)], (1280, 720), 160)
    assert Recogniser(Shy(), HueReader()).read_photo(image).codes == ("AS",)


@pytest.mark.parametrize(
    ("detector_says", "reader_says", "cards"), [(0.4, "2S", 1), (0.4, "unreadable", 0), (0.27, "2S", 0)]
)
def test_a_faint_index_counts_where_the_reader_is_sure_of_it(detector_says, reader_says, cards):
    class Faint(MarkDetector):
        def detect(self, image_bgr):
            found = super().detect(image_bgr)
            faint = np.full(len(found), detector_says, np.float32)
            return IndexDetections(found.boxes_xyxy, faint, found.rank_xy, found.suit_xy, found.card_centre_xy)

    image = drawn([(reader_says, (300, 300), 0)])
    assert len(Recogniser(Faint(), HueReader()).read_table(image, 160.0).cards) == cards
