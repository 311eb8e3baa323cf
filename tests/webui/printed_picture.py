"""Pixels of a drawing, for the tests alone: fills and strokes by OpenCV, winding and clips as in SVG, no text."""

import math

import cv2
import numpy as np

from webui.printing.drawing import Group, Matrix, Path, shifted

_SHIFT = 6
_CURVE_STEPS = 12


def picture(shapes, width_mm, height_mm, px_per_mm=8.0):
    """The shapes on white paper: (H, W, 3) uint8, red first."""
    canvas = np.full((round(height_mm * px_per_mm), round(width_mm * px_per_mm), 3), 255, np.uint8)
    _paint(shapes, Matrix(a=px_per_mm, d=px_per_mm), canvas, None)
    return canvas


def ink(shapes, width_mm, height_mm, px_per_mm=8.0):
    """Where anything but white is printed: (H, W) bool."""
    return (picture(shapes, width_mm, height_mm, px_per_mm) < 250).any(axis=2)


def has_ink(shapes, x, y, width_mm, height_mm, px_per_mm=4.0):
    """Whether anything is printed in a rectangle of a sheet."""
    return bool(ink((Group(tuple(shapes), shifted(-x, -y)),), width_mm, height_mm, px_per_mm).any())


def _paint(shapes, matrix, canvas, clip):
    for shape in shapes:
        if isinstance(shape, Group):
            inner = matrix.after(shape.matrix)
            mask = clip
            if shape.clip is not None:
                cut = _filled(shape.clip.mapped(inner), canvas.shape[:2])
                if cut is None:
                    continue
                rows, columns, inside = cut
                mask = np.zeros(canvas.shape[:2], bool)
                mask[rows, columns] = inside
                mask = mask if clip is None else mask & clip
            _paint(shape.shapes, inner, canvas, mask)
        elif isinstance(shape, Path):
            mapped = shape.mapped(matrix)
            if shape.fill:
                _colour(canvas, _filled(mapped, canvas.shape[:2]), shape.fill, clip)
            if shape.stroke:
                _colour(canvas, _stroked(mapped, canvas.shape[:2]), shape.stroke, clip)


def _colour(canvas, mask, colour, clip):
    if mask is None:
        return
    rows, columns, inside = mask
    if clip is not None:
        inside = inside & clip[rows, columns]
    canvas[rows, columns][inside] = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def _window(path, size, pad):
    """The part of the picture that the path may touch, as two slices; None when it lies outside."""
    # Curves stay within their control points.
    points = np.array(path.points)
    (left, top), (right, bottom) = np.floor(points.min(axis=0)) - pad, np.ceil(points.max(axis=0)) + pad
    rows = slice(int(np.clip(top, 0, size[0])), int(np.clip(bottom, 0, size[0])))
    columns = slice(int(np.clip(left, 0, size[1])), int(np.clip(right, 0, size[1])))
    return (rows, columns) if rows.start < rows.stop and columns.start < columns.stop else None


def _filled(path, size):
    window = _window(path, size, 2)
    if window is None:
        return None
    rows, columns = window
    winding = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.int16)
    for points in _subpaths(path):
        if len(points) > 2:
            mask = np.zeros(winding.shape, np.uint8)
            cv2.fillPoly(mask, [_fixed(points, window)], 1, shift=_SHIFT)
            x, y = np.array(points).T
            turn = 1 if np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)) > 0 else -1
            winding += turn * mask.astype(np.int16)
    return rows, columns, winding != 0


def _stroked(path, size):
    thick = max(1, round(path.stroke_mm))
    window = _window(path, size, thick + 2)
    if window is None:
        return None
    rows, columns = window
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    for points in _subpaths(path):
        cv2.polylines(mask, [_fixed(points, window)], False, 1, thickness=thick, shift=_SHIFT)
    return rows, columns, mask.astype(bool)


def _fixed(points, window):
    # The middle of a pixel is at a whole number for OpenCV, at a half for SVG.
    corner = (window[1].start, window[0].start)
    return np.round((np.array(points) - corner - 0.5) * (1 << _SHIFT)).astype(np.int32)


def _subpaths(path):
    found = []
    for command in path.commands:
        kind, numbers = command[0], command[1:]
        if kind == "M":
            found.append([numbers])
        elif kind == "L":
            found[-1].append(numbers)
        elif kind == "C":
            found[-1].extend(_curve(found[-1][-1], numbers))
        else:
            found[-1].append(found[-1][0])
    return found


def _curve(start, numbers):
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = numbers
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)


def luminance(colour):
    """Relative luminance of "#rrggbb", 0 to 1, as WCAG defines it."""
    return float(np.dot(linear_rgb(colour), (0.2126, 0.7152, 0.0722)))


def linear_rgb(colour):
    """ "#rrggbb" without gamma, (3,) from 0 to 1."""
    values = np.array([int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """CIE L*a*b* (D65) of linear RGB."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = (to_xyz @ np.clip(rgb, 0, 1)) / (0.95047, 1.0, 1.08883)
    f = [math.pow(v, 1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])
