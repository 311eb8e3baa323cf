import numpy as np
import pytest

from vision.picture import PictureError, as_bgr

GREY = np.full((5, 7), 100, np.uint8)


@pytest.mark.parametrize(
    ("label", "image", "expected_bgr"),
    [
        ("8-bit colour", np.full((5, 7, 3), (1, 2, 3), np.uint8), (1, 2, 3)),
        ("grey", GREY, (100, 100, 100)),
        ("grey with an axis", GREY[:, :, None], (100, 100, 100)),
        ("16-bit grey", np.full((5, 7), 0x8000, np.uint16), (128, 128, 128)),
        ("16-bit colour", np.full((5, 7, 3), 0xFFFF, np.uint16), (255, 255, 255)),
        ("16-bit of the other byte order", np.full((5, 7), 0x8000, ">u2"), (128, 128, 128)),
        ("infinite floats", np.full((5, 7, 3), (-np.inf, np.inf, np.nan)), (0, 255, 0)),
        ("a turned view", np.full((7, 5, 3), (1, 2, 3), np.uint8).transpose(1, 0, 2)[::-1], (1, 2, 3)),
        ("transparent", np.full((5, 7, 4), (9, 9, 9, 0), np.uint8), (255, 255, 255)),
        ("opaque", np.full((5, 7, 4), (9, 8, 7, 255), np.uint8), (9, 8, 7)),
        ("floats", np.full((5, 7, 3), 0.5, np.float32), (128, 128, 128)),
        ("floats out of range", np.full((5, 7, 3), np.nan), (0, 0, 0)),
        ("black and white", np.ones((5, 7), bool), (255, 255, 255)),
    ],
)
def test_any_picture_becomes_8_bit_bgr(label, image, expected_bgr):
    bgr = as_bgr(image)
    assert bgr.shape == (5, 7, 3), label
    assert bgr.dtype == np.uint8
    assert expected_bgr == tuple(bgr[0, 0].tolist()), label


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((0, 5), np.uint8),
        np.zeros(5, np.uint8),
        np.zeros((5, 5, 2), np.uint8),
        np.zeros((2, 5, 5, 3), np.uint8),
        np.zeros((5, 5), np.complex64),
        None,
        "picture.jpg",
    ],
)
def test_what_is_no_picture_is_refused_with_a_reason(image):
    with pytest.raises(PictureError, match="expected"):
        as_bgr(image)
