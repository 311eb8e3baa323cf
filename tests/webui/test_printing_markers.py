"""The table markers: the camera's own detector finds them on the printed sheet."""

import cv2
import numpy as np
import pytest

from tests.webui.printed_picture import picture
from webui.printing.markers import MARKER_CORNERS, MARKER_MM, marker_cells
from webui.printing.orders import sheets_of
from webui.printing.paper import PAPERS

PX = 4.0


def detected(sheet, paper):
    """Marker number → its corners in millimetres, (4, 2), beginning at the marker's own top left."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    image = picture(sheet.shapes, paper.width_mm, paper.height_mm, PX)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    return {int(number): corner.reshape(4, 2) / PX for number, corner in zip(np.ravel(ids), corners, strict=True)}


@pytest.mark.parametrize("code", PAPERS)
def test_the_four_markers_are_found_upright_in_their_corners_at_their_size(code):
    paper = PAPERS[code]
    found = detected(sheets_of("markers", paper)[0], paper)

    assert {0, 1, 2, 3} == set(found)
    for number, corners in found.items():
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        assert sides == pytest.approx([MARKER_MM] * 4, abs=0.6)
        assert corners[1][0] - corners[0][0] == pytest.approx(MARKER_MM, abs=0.6)
        centre = corners.mean(axis=0)
        assert ("right" in MARKER_CORNERS[number]) == (centre[0] > paper.width_mm / 2)
        assert ("near" in MARKER_CORNERS[number]) == (centre[1] > paper.height_mm / 2)


def test_the_picture_of_the_table_shows_the_same_markers_in_the_same_corners():
    paper = PAPERS["a4"]
    found = detected(sheets_of("markers", paper)[1], paper)

    assert {0, 1, 2, 3} == set(found)
    centres = {number: corners.mean(axis=0) for number, corners in found.items()}
    assert centres[0][0] < centres[1][0]
    assert centres[0][1] < centres[3][1]
    assert centres[3][0] < centres[2][0]


def test_a_marker_has_a_black_rim():
    for number in MARKER_CORNERS:
        cells = np.array(marker_cells(number))
        assert cells.shape == (6, 6)
        assert not cells[[0, -1]].any()
        assert not cells[:, [0, -1]].any()
        assert cells.any()
