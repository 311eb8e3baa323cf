"""The printed sheets: how many, how large, and everything at its millimetre."""

import re
import sys

import pytest
from click.testing import CliRunner

from tests.webui.printed_picture import has_ink
from webui.cli import kibitz
from webui.printing import pdf, svg
from webui.printing.drawing import Drawing, Group, Path, Text, flattened
from webui.printing.errors import PrintError
from webui.printing.faces import PAIMIAHHH_CODES, STANDARD_CODES, card_face
from webui.printing.orders import PRODUCTS, sheets_of, write_order
from webui.printing.paper import PAPERS
from webui.printing.score_sheets import LAYOUTS
from webui.printing.tiles import tile

PAGES = {("paimiahhh", True): 13, ("paimiahhh", False): 7, ("standard", True): 12, ("standard", False): 6}
PAGES |= {("markers", True): 2, ("score-sheet", True): 3}
SIZES_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
BY_ORDER = [(what, backs, paper) for what, backs in PAGES for paper in SIZES_MM]


def groups_of(sheet):
    return [shape for shape in sheet.shapes if isinstance(shape, Group)]


def kinds_of_sheet(what, paper):
    """The first and the last two sheets: fronts, backs and the rest; the others differ only in their cards."""
    sheets = sheets_of(what, PAPERS[paper])
    return dict.fromkeys((*sheets[:2], *sheets[-2:]))


def placed(sheet, drawing):
    """Where a drawing lies on a sheet: the top-left corners."""
    return [(group.matrix.e, group.matrix.f) for group in groups_of(sheet) if group.shapes == drawing.shapes]


def straight_lines(sheet):
    """Every straight line on the sheet, as (x1, y1, x2, y2)."""
    for item, matrix in flattened(sheet.shapes):
        if isinstance(item, Path) and item.stroke and [command[0] for command in item.commands] == ["M", "L"]:
            (x1, y1), (x2, y2) = item.mapped(matrix).points
            yield x1, y1, x2, y2


@pytest.mark.parametrize(("what", "backs", "paper"), BY_ORDER)
def test_a_pdf_has_its_pages_in_exact_millimetres_and_no_bitmaps(what, backs, paper, tmp_path):
    pytest.importorskip("reportlab")
    (written,) = write_order(what, paper, "pdf", tmp_path / "out.pdf", backs=backs)
    content = written.read_bytes()

    boxes = re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", content)
    width_mm, height_mm = SIZES_MM[paper]
    assert PAGES[what, backs] == len(boxes) == len(re.findall(rb"/Type /Page\b", content))
    for width, height in boxes:
        assert float(width) * 25.4 / 72 == pytest.approx(width_mm, abs=0.01)
        assert float(height) * 25.4 / 72 == pytest.approx(height_mm, abs=0.01)
    assert b"/Image" not in content.replace(b"/ImageB", b"").replace(b"/ImageC", b"").replace(b"/ImageI", b"")
    assert b"/PrintScaling /None" in content


@pytest.mark.parametrize(("what", "backs", "paper"), BY_ORDER)
def test_an_svg_has_a_file_a_page_in_exact_millimetres_and_no_bitmaps(what, backs, paper, tmp_path):
    written = write_order(what, paper, "svg", tmp_path / "sheets", backs=backs)
    width_mm, height_mm = SIZES_MM[paper]

    assert PAGES[what, backs] == len(written) == len(set(written))
    for file in written:
        text = file.read_text(encoding="utf-8")
        assert f'width="{width_mm:g}mm" height="{height_mm:g}mm" viewBox="0 0 {width_mm:g} {height_mm:g}"' in text
        assert "<image" not in text


@pytest.mark.parametrize("paper", SIZES_MM)
@pytest.mark.parametrize(("what", "codes"), [("standard", STANDARD_CODES), ("paimiahhh", PAIMIAHHH_CODES)])
def test_every_card_is_on_the_sheets_once_nine_a_page_edge_to_edge(what, codes, paper):
    sheets = sheets_of(what, PAPERS[paper], backs=False)[:6]
    width_mm, height_mm = SIZES_MM[paper]
    left, top = (width_mm - 3 * 63) / 2, (height_mm - 3 * 88) / 2
    grid = {(round(left + 63 * x, 6), round(top + 88 * y, 6)) for x in range(3) for y in range(3)}

    found = {code: [place for sheet in sheets for place in placed(sheet, card_face(code))] for code in codes}

    assert [1] * 54 == [len(places) for places in found.values()]
    for sheet in sheets:
        corners = {(round(x, 6), round(y, 6)) for code in codes for x, y in placed(sheet, card_face(code))}
        assert grid == corners


@pytest.mark.parametrize("what", ["standard", "paimiahhh"])
def test_backs_fall_behind_their_fronts_when_the_sheet_is_turned_over(what):
    paper = PAPERS["letter"]
    sheets = sheets_of(what, paper)[:12]

    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        names = {group.name for group in groups_of(back) if group.name}
        seen_from_front = {
            (round(paper.width_mm - group.matrix.e - 63, 6), round(group.matrix.f, 6))
            for group in groups_of(back)
            if group.name
        }
        cards = [group for group in groups_of(front) if group.matrix.a == 1]
        assert {f"back-{what}"} == names
        assert {(round(card.matrix.e, 6), round(card.matrix.f, 6)) for card in cards} == seen_from_front


@pytest.mark.parametrize("paper", SIZES_MM)
@pytest.mark.parametrize("what", ["standard", "paimiahhh"])
def test_cut_marks_stand_at_every_cut_and_never_on_a_card(what, paper):
    width_mm, height_mm = SIZES_MM[paper]
    left, top = (width_mm - 189) / 2, (height_mm - 264) / 2
    for sheet in sheets_of(what, PAPERS[paper])[:12]:
        outside = [
            stroke
            for stroke in straight_lines(sheet)
            if all(not (left < x < width_mm - left and top < y < height_mm - top) for x, y in (stroke[:2], stroke[2:]))
        ]
        upright = {round(x1, 6) for x1, y1, x2, y2 in outside if x1 == x2 and abs(y1 - y2) < 6}
        level = {round(y1, 6) for x1, y1, x2, y2 in outside if y1 == y2 and abs(x1 - x2) > 2.5}
        assert {round(left + 63 * step, 6) for step in range(4)} == upright
        assert {round(top + 88 * step, 6) for step in range(4)} == level


@pytest.mark.parametrize("paper", SIZES_MM)
@pytest.mark.parametrize("what", PRODUCTS)
def test_every_sheet_has_a_ruler_of_fifty_millimetres_clear_of_everything_else(what, paper):
    for sheet in kinds_of_sheet(what, paper):
        rulers = [
            (x1, min(y1, y2))
            for x1, y1, x2, y2 in straight_lines(sheet)
            if x1 == x2 and abs(y2 - y1) == pytest.approx(50.0, abs=1e-9)
        ]
        assert len(rulers) == 1, sheet.title
        ((x, top),) = rulers
        assert not has_ink(sheet.shapes, x - 1.5, top, 1.0, 50)
        # Beyond its ticks there is white for its caption.
        assert not has_ink(sheet.shapes, x + 2.2, top, 2.0, 50)
        assert has_ink(sheet.shapes, x - 0.5, top, 1.0, 50)


@pytest.mark.parametrize("paper", SIZES_MM)
@pytest.mark.parametrize("what", PRODUCTS)
def test_nothing_is_printed_where_a_printer_does_not_reach(what, paper):
    metrics = pytest.importorskip("reportlab.pdfbase.pdfmetrics")
    fonts = {"regular": "Helvetica", "bold": "Helvetica-Bold", "italic": "Helvetica-Oblique"}
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}
    width_mm, height_mm = SIZES_MM[paper]
    for sheet in kinds_of_sheet(what, paper):
        for y in (0, height_mm - 2.75):
            assert not has_ink(sheet.shapes, 0, y, width_mm, 2.75), sheet.title
        for x in (0, width_mm - 2.75):
            assert not has_ink(sheet.shapes, x, 0, 2.75, height_mm), sheet.title
        for item, matrix in flattened(sheet.shapes):
            if isinstance(item, Text):
                length = metrics.stringWidth(item.text, fonts[item.weight], item.size_mm)
                start = item.at[0] - share[item.anchor] * length
                for x, y in (matrix((start, item.at[1])), matrix((start + length, item.at[1]))):
                    assert 2.7 < x < width_mm - 2.7, item.text
                    assert 2.7 < y < height_mm - 2.7, item.text


def test_thirty_tiles_lie_on_their_sheet_as_on_the_table():
    sheet = sheets_of("paimiahhh", PAPERS["a4"])[-1]
    corner = {(colour, value): placed(sheet, tile(colour, value)) for colour in "OBGRY" for value in range(1, 7)}

    assert [1] * 30 == [len(places) for places in corner.values()]
    at = {key: places[0] for key, places in corner.items()}
    assert len(set(at.values())) == 30
    for colour in "OBGRY":
        assert len({at[colour, value][0] for value in range(1, 7)}) == 1
        heights = [at[colour, value][1] for value in range(1, 7)]
        assert sorted(heights, reverse=True) == heights


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.title)
def test_every_heading_of_a_score_sheet_fits_its_column(layout):
    metrics = pytest.importorskip("reportlab.pdfbase.pdfmetrics")
    unit = (210 - 32) / sum(column.parts for column in layout.columns)
    for column in layout.columns:
        for words in column.heading:
            assert metrics.stringWidth(words, "Helvetica", 2.7) < column.parts * unit - 0.5, words


@pytest.mark.parametrize("what", PRODUCTS)
def test_the_same_order_gives_the_same_bytes(what, tmp_path):
    pytest.importorskip("reportlab")
    for form, names in (("pdf", ("one.pdf", "two.pdf")), ("svg", ("one", "two"))):
        first, second = (
            [file.read_bytes() for file in write_order(what, "a4", form, tmp_path / name)] for name in names
        )
        assert first == second


def test_pdf_and_svg_place_a_named_drawing_alike():
    pytest.importorskip("reportlab")
    card = Drawing(63, 88, (Path((("M", 0, 0), ("L", 10, 5)), stroke="#000000", stroke_mm=1.0),))
    page = Drawing(210, 297, (card.placed(10, 20, "twice"), card.placed(80, 20, "twice")))

    text = svg.render(page, "page")
    assert text.count('<g id="twice">') == 1
    assert re.findall(r'<use xlink:href="#twice" transform="matrix\(([^)]*)\)"', text) == [
        "1 0 0 1 10 20",
        "1 0 0 1 80 20",
    ]
    assert len(re.findall(rb"/Subtype /Form", pdf.render([page], "page"))) == 1


def test_without_reportlab_pdf_says_what_to_install_and_svg_works(monkeypatch, tmp_path):
    for name in [name for name in sys.modules if name.split(".")[0] == "reportlab"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "reportlab", None)

    with pytest.raises(PrintError, match=r"pip install 'kibitz\[print\]'.*--format svg"):
        write_order("markers", "a4", "pdf", tmp_path / "out.pdf")
    assert len(write_order("markers", "a4", "svg", tmp_path)) == 2


def run(*words):
    return CliRunner().invoke(kibitz, ["print", *words])


def test_the_command_writes_what_it_says(tmp_path):
    result = run("score-sheet", "--format", "svg", "--paper", "letter", "--out", str(tmp_path))

    assert result.exit_code == 0
    assert len(list(tmp_path.glob("kibitz-score-sheet-letter-*.svg"))) == 3
    assert f"3 files in {tmp_path}" in result.output
    assert "100 %" in result.output


def test_without_out_the_command_writes_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert run("markers", "--format", "svg").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "kibitz-markers-a4").iterdir()) == [
        "kibitz-markers-a4-01.svg",
        "kibitz-markers-a4-02.svg",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tarot",), "'tarot' is not one of"),
        (("standard", "--paper", "a5"), "'a5' is not one of"),
        (("standard", "--format", "png"), "'png' is not one of"),
        (("markers", "--format", "svg", "--out", "markers.svg"), "name a folder for --out"),
        (("markers", "--out", "markers.svg"), "does not end in .pdf"),
        (("markers", "--format", "svg", "--out", "FILE/inside"), "cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_wrong_option_gets_one_clear_sentence(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").write_text("not a folder")

    result = run(*words)

    assert result.exit_code != 0
    assert said in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert ["FILE"] == [path.name for path in tmp_path.iterdir()]


def test_an_unknown_product_is_refused_by_name():
    with pytest.raises(ValueError, match="'tarot'"):
        sheets_of("tarot", PAPERS["a4"])
