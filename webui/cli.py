"""The `kibitz` command: demo, watch, play, read, cameras, export, bench."""

from __future__ import annotations

import difflib
import io
import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import platformdirs

GAME_FILE = "games.sqlite3"
SYSTEM_LIBRARIES = "libgl1 libglib2.0-0 libxcb1"


class SuggestingGroup(click.Group):
    """A group that answers a mistyped command with the one that was probably meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1, cutoff=0.5)
            hint = f"Did you mean '{near[0]}'?" if near else "'kibitz --help' lists the commands."
            raise click.UsageError(f"There is no command '{args[0]}'. {hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=SuggestingGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="kibitz", prog_name="kibitz")
@click.option("-v", "--verbose", is_flag=True, help="Say more about what is happening.")
def kibitz(verbose: bool) -> None:
    """Kibitz watches a card game played with real cards: it reads the cards, keeps the score and points out illegal
    plays, on a page that everybody at the table can open.

    \b
    kibitz demo        see it work on a filmed round
    kibitz cameras     list the cameras plugged in
    kibitz watch 0     watch your own table with the first camera
    kibitz play        keep the score by hand, without a camera
    """
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if not verbose:  # Open pages make the server warn of busy threads: nothing that a player can mend.
        logging.getLogger("waitress").setLevel(logging.ERROR)


def _pin(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value is not None and not (value.isdigit() and 6 <= len(value) <= 12):
        raise click.BadParameter("six to twelve digits are expected: shorter ones are soon guessed.")
    return value


def with_page(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that serves the page."""
    for option in (
        click.option(
            "--port", type=click.IntRange(1, 65535), default=8080, show_default=True, help="Port of the page."
        ),
        click.option(
            "--lan/--local",
            default=True,
            show_default=True,
            help="Let phones and viewers on your network read the page, or only this machine.",
        ),
        click.option("--open/--no-open", "open_page", default=True, help="Open the page in this machine's browser."),
        click.option(
            "--pin", callback=_pin, help="The scorer's PIN, at least six digits.  [default: a new one each time]"
        ),
    ):
        command = option(command)
    return command


store_option = click.option(
    "--store",
    "store_path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="File that keeps the games.  [default: games.sqlite3 in your user data folder]",
)


def default_store_path() -> Path:
    """The game file when `--store` names none."""
    return Path(platformdirs.user_data_dir("kibitz", appauthor=False)) / GAME_FILE


@kibitz.command()
@click.option("--game", default="oh_hell_pairs", show_default=True, help="Which game's film, by its code.")
@with_page
def demo(port: int, lan: bool, open_page: bool, pin: str | None, game: str) -> None:
    """Watch a filmed round being recognised, scored and refereed.

    The film goes the way of a camera: nothing of its cards is known beforehand. Only what a player would type is
    entered: names and bids. Games of yours are not touched.
    """
    from webui import running

    if game not in (games := running.demo_films()):
        raise click.BadParameter(f"there is a film of {', '.join(games)}.", param_hint="'--game'")
    running.run_demo(running.PageOptions(port=port, lan=lan, open_page=open_page, pin=pin), game)


@kibitz.command(short_help="Watch a table: a camera, a film, an address or pictures.")
@click.argument("source")
@with_page
@store_option
@click.option(
    "--bottom-seat",
    type=click.IntRange(1, 6),
    default=1,
    show_default=True,
    help="Which player sits at the bottom edge of the picture; the others follow in the order of play.",
)
def watch(
    source: str, port: int, lan: bool, open_page: bool, pin: str | None, store_path: Path | None, bottom_seat: int
) -> None:
    """Watch a table: SOURCE is a camera (0, or a name from 'kibitz cameras'), a video file, an address
    (http://, rtsp://) or a folder of pictures."""
    from webui import running

    options = running.PageOptions(port=port, lan=lan, open_page=open_page, pin=pin)
    running.run_watch(source, store_path or default_store_path(), options, bottom_seat=bottom_seat - 1)


@kibitz.command(short_help="Keep the score by hand, without a camera.")
@with_page
@store_option
def play(port: int, lan: bool, open_page: bool, pin: str | None, store_path: Path | None) -> None:
    """Keep the score by hand: bids and cards are tapped on the page, no camera is used."""
    from webui import running

    running.run_by_hand(
        store_path or default_store_path(), running.PageOptions(port=port, lan=lan, open_page=open_page, pin=pin)
    )


@kibitz.command()
@click.argument("pictures", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="Folder for the pictures with the cards drawn in."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per picture instead of words.")
def read(pictures: tuple[Path, ...], out: Path | None, as_json: bool) -> None:
    """Read the cards in photographs (files, or folders of them)."""
    from webui import reading

    if not reading.read_pictures(pictures, out=out, as_json=as_json, say=click.echo):
        raise SystemExit(1)


@kibitz.command()
def cameras() -> None:
    """List the cameras plugged in, by names that stay the same."""
    from vision.sources import list_cameras

    found = list_cameras()
    for camera in found:
        click.echo(f"{camera.spec}    {camera.name}")
    if not found:
        click.echo(
            "No camera is plugged in (or you may not use it: are you in the group 'video'?). "
            "A phone works too: install an IP camera app and give its address to 'kibitz watch'."
        )


@kibitz.command(short_help="Write a game down, as text, JSON or CSV.")
@store_option
@click.option("--game", "game_id", type=int, help="Number of the game.  [default: the newest]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
    help="What to write.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write.  [default: here]")
def export(store_path: Path | None, game_id: int | None, form: str, output: Path | None) -> None:
    """Write a game down: as a readable record, as JSON (the whole log), or as CSV (the score sheet)."""
    from webui import exporting

    text = exporting.export_game(store_path or default_store_path(), game_id, form)
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
        click.echo(f"Written to {output}.", err=True)


@kibitz.command(short_help="Time the pipeline per frame and the engine per play.")
@click.option("--frames", type=click.IntRange(5, 2000), default=60, show_default=True, help="How many frames to time.")
@click.option("--source", help="Film or folder to take the frames from.  [default: the demo's]")
def bench(frames: int, source: str | None) -> None:
    """Time the pipeline per frame and the engine per play, with a yardstick in the same run."""
    from webui import benching

    benching.run(frames=frames, source=source, say=click.echo)


@kibitz.command("print", short_help="Make decks, markers and score sheets to print.")
@click.argument("what", type=click.Choice(["paimiahhh", "standard", "markers", "score-sheet"]))
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of the paper."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["pdf", "svg"]),
    default="pdf",
    show_default=True,
    help="One PDF, or one SVG file a page.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="File or folder to write.  [default: kibitz-WHAT-PAPER here]",
)
@click.option("--backs/--no-backs", default=True, show_default=True, help="Follow each page of cards by its backs.")
def print_command(what: str, paper: str, form: str, out: Path | None, backs: bool) -> None:
    """Make something to print, in exact millimetres: the PaiMiahhh deck with its tiles, a standard deck, markers for
    the corners of the table, or score sheets for the three games."""
    from webui.printing.errors import PrintError
    from webui.printing.orders import write_order

    try:
        written = write_order(what, paper, form, out, backs=backs)
    except PrintError as error:
        raise click.ClickException(str(error)) from error
    place = str(written[0]) if len(written) == 1 else f"{len(written)} files in {written[0].parent}"
    click.echo(f"Written: {place}. Print at 100 % (not 'fit to page') and measure the 50 mm line.")


def main() -> None:
    """Run the command; trouble that a user can mend is one sentence, not a stack trace."""
    # What OpenCV and FFmpeg mutter about a camera that is away is said once, and better, by Kibitz itself.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # systemd, docker and a closed session end a program so; it ends as with Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # A terminal that knows no ♠ shows a question mark.
            stream.reconfigure(errors="replace")
    try:
        import cv2  # noqa: F401 - the first thing that fails on a system without its libraries
    except ImportError as error:
        click.echo(f"kibitz: OpenCV cannot be loaded ({error}). Install: sudo apt install {SYSTEM_LIBRARIES}", err=True)
        sys.exit(1)
    from vision.model_files import ModelError
    from vision.sources import SourceError
    from webui.server import ServerError
    from webui.session import SessionError
    from webui.store import StoreError

    try:
        kibitz()
    except (ModelError, SourceError, ServerError, SessionError, StoreError) as error:
        click.echo(f"kibitz: {error}", err=True)
        sys.exit(1)
    except OSError as error:  # A file that was named on the command line, or where the output goes.
        what = f"{error.filename} cannot be used" if error.filename else "The output could not be written"
        click.echo(f"kibitz: {what}: {error.strerror or error}. Choose another place, or make room there.", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
