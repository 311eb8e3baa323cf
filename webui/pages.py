"""The pages themselves: thin shells that draw whatever the snapshot says."""

from __future__ import annotations

import io
from pathlib import Path

import segno
from flask import Blueprint, Response, current_app, redirect, render_template, request, send_from_directory
from werkzeug.wrappers import Response as BaseResponse

from webui.build_id import BUILD
from webui.security import config, desk, is_scorer, scorer_only
from webui.source import source_zip

blueprint = Blueprint("pages", __name__)


@blueprint.app_context_processor
def _shell_values() -> dict[str, object]:
    return {"build": BUILD}


@blueprint.get("/")
def table() -> str:
    """The table: what everybody looks at, and where the scorer works."""
    return render_template("table.html")


@blueprint.get("/camera")
def camera() -> str | BaseResponse:
    """What the camera sees, for the person setting up."""
    return render_template("camera.html") if is_scorer() else redirect("/scorer?next=/camera")


@blueprint.get("/overlay")
def overlay() -> str:
    """The transparent page for OBS."""
    return render_template("overlay.html")


@blueprint.get("/overlay/builder")
def overlay_builder() -> str:
    """Puts an overlay's address together by clicking."""
    return render_template("overlay_builder.html")


@blueprint.get("/scorer")
def scorer() -> str:
    """Become the scorer, show others the way in, or hand the pencil on."""
    settings = config()
    return render_template(
        "scorer.html",
        is_scorer=is_scorer(),
        pin=desk().pin if is_scorer() else None,
        watch_url=settings.lan_url or settings.local_url,
        on_lan=settings.lan_url is not None,
    )


@blueprint.get("/qr/watch.svg")
def watch_qr() -> Response:
    """The address of the table as a QR code."""
    return _qr(config().lan_url or config().local_url)


@blueprint.get("/qr/scorer.svg")
@scorer_only
def scorer_qr() -> Response:
    """The scorer's link as a QR code."""
    return _qr(f"{config().lan_url or config().local_url}scorer?key={desk().link_token}")


@blueprint.get("/qr/handover.svg")
@scorer_only
def handover_qr() -> Response:
    """A hand-over link, made before with its key, as a QR code."""
    base = config().lan_url or config().local_url
    return _qr(f"{base}scorer?key={request.args.get('key', '')[:80]}")


@blueprint.get("/custom.css")
def custom_css() -> Response:
    """The host's own style for overlays, which lives outside the program and survives its updates."""
    path = config().custom_css
    text = path.read_text(encoding="utf-8") if path is not None and path.is_file() else ""
    return Response(text, mimetype="text/css")


@blueprint.get("/source")
def source() -> Response:
    """The source of this very program (AGPL section 13)."""
    return Response(
        source_zip(),
        mimetype="application/zip",
        headers={"Content-Disposition": "attachment; filename=kibitz-source.zip"},
    )


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """The icon for browsers that do not look into the page."""
    return send_from_directory(Path(current_app.static_folder or ""), "icon.svg", mimetype="image/svg+xml")


def error_page(status: int, sentence: str) -> str:
    """A page that says what is wrong and leads back to the table."""
    return render_template("error.html", status=status, sentence=sentence)


def _qr(text: str) -> Response:
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", scale=8, border=3, dark="#16201b", light="#ffffff", xmldecl=False
    )
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
