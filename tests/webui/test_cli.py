"""The command line as a player meets it."""

import csv
import io
import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from engine.cards import Card
from engine.events import BidMade, CardsPlayed, CardTurned, GameStarted, RoundStarted, TrickGathered, from_json
from webui.cli import kibitz, main
from webui.reading import read_pictures
from webui.store import Store, StoreError


@pytest.fixture
def game_file(tmp_path):
    """A file with one round of one card each: Ann leads the ace and wins."""
    path = tmp_path / "games.sqlite3"
    store = Store(path)
    game = store.create_game()
    events = [
        GameStarted("oh_hell_pairs", ("Ann", "Ben", "Cay", "Dan"), {"rounds": (1,)}),
        RoundStarted(dealer=3),
        CardTurned(Card.from_code("2H")),
        *(BidMade(seat, bid) for seat, bid in enumerate((1, 0, 0, 1))),
        *(CardsPlayed(seat, (Card.from_code(code),)) for seat, code in enumerate(("AS", "3S", "4S", "TD"))),
        TrickGathered(),
    ]
    for event in events:
        store.append(game, event)
    store.close()
    return path


def run(*arguments):
    return CliRunner().invoke(kibitz, [str(argument) for argument in arguments])


def test_a_game_is_written_down_readably(game_file):
    text = run("export", "--store", game_file).output

    assert text.startswith("Pairs Oh Hell, game 1, ")
    assert "Round 1: 1 card each, Dan deals, trump 2♥" in text
    assert "Ann A♠  Ben 3♠  Cay 4♠  Dan 10♦  → Ann" in text
    assert "Ann & Cay: 5" in text


def test_the_json_export_is_the_whole_log_and_reads_back(game_file):
    document = json.loads(run("export", "--store", game_file, "--format", "json").output)

    assert 12 == len(document["log"])
    assert CardsPlayed(3, (Card.from_code("TD"),)) == from_json(document["log"][10]["event"])


def test_the_csv_export_is_the_score_sheet(game_file):
    rows = list(csv.DictReader(io.StringIO(run("export", "--store", game_file, "--format", "csv").output)))

    assert ["5", "-1"] == [rows[0]["score Ann & Cay"], rows[0]["score Ben & Dan"]]


@pytest.mark.parametrize("name", ['=HYPERLINK("http://a.test")', "+1", "-1+2", "@SUM(A1)", "\t=1"])
def test_a_name_is_no_formula_in_the_score_sheet(tmp_path, name):
    path = tmp_path / "games.sqlite3"
    store = Store(path)
    game = store.create_game()
    for event in (GameStarted("hearts", (name, "Ben", "Cay", "Dan")), RoundStarted(dealer=0)):
        store.append(game, event)
    store.close()

    (row,) = csv.DictReader(io.StringIO(run("export", "--store", path, "--format", "csv").output))

    assert (row["round"], row["dealer"]) == ("1", f"'{name}")


def test_exporting_what_is_not_there_says_what_is(game_file, tmp_path):
    assert "no game file" in str(run("export", "--store", tmp_path / "none.sqlite3").exception)
    missing = run("export", "--store", game_file, "--game", 7)
    assert isinstance(missing.exception, StoreError)
    assert "There is no game 7" in str(missing.exception)


def test_the_help_says_of_every_command_in_one_whole_line_what_it_does():
    listed = run("--help").output.partition("Commands:")[2].strip().splitlines()

    assert len(kibitz.commands) == len(listed)
    assert [] == [line for line in listed if line.endswith("...")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("dmeo",), "Did you mean 'demo'?"),
        (("zzz",), "'kibitz --help' lists the commands"),
        (("watch",), "Missing argument 'SOURCE'"),
        (("play", "--port", "99999"), "not in the range"),
        (("play", "--pin", "12ab"), "six to twelve digits"),
        (("watch", "0", "--bottom-seat", "7"), "not in the range"),
        (("export", "--format", "pdf"), "'pdf' is not one of"),
        (("read", "nowhere.jpg"), "does not exist"),
    ],
)
def test_a_wrong_word_is_answered_with_what_would_be_right(arguments, words):
    result = run(*arguments)

    assert 2 == result.exit_code
    assert words in result.output


def test_a_broken_picture_is_named_and_the_others_are_still_read(tmp_path):
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8 no picture")
    (tmp_path / "b.jpg").write_bytes(b"")
    cv2.imwrite(str(tmp_path / "c.png"), np.full((90, 160, 3), 120, np.uint8))
    said = []

    all_well = read_pictures([tmp_path], out=None, as_json=False, say=said.append)

    assert not all_well
    assert ["damaged", "damaged", "no cards"] == [
        next(word for word in ("damaged", "no cards") if word in line) for line in said
    ]


@pytest.mark.parametrize(
    "arguments",
    [("export", "--store", "games.sqlite3", "--output", "no/such/folder.txt"), ("read", "a.png", "--out", "file/in")],
    ids=["export", "read"],
)
def test_a_place_that_cannot_be_written_is_one_sentence(game_file, monkeypatch, capsys, arguments):
    monkeypatch.chdir(game_file.parent)
    (game_file.parent / "file").touch()
    cv2.imwrite("a.png", np.full((90, 160, 3), 120, np.uint8))
    monkeypatch.setattr("sys.argv", ["kibitz", *arguments])
    with pytest.raises(SystemExit, match="1"):
        main()
    said = capsys.readouterr().err
    assert said.startswith(f"kibitz: {arguments[-1]} cannot be used: ")
    assert len(said.splitlines()) == 1


def test_pictures_of_the_same_name_are_both_drawn(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "a.png"), np.full((90, 160, 3), 120, np.uint8))

    assert read_pictures([tmp_path], out=tmp_path / "drawn", as_json=False, say=lambda line: None)

    assert ["a-2.cards.jpg", "a.cards.jpg"] == sorted(each.name for each in (tmp_path / "drawn").iterdir())
