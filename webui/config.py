"""What the pages need to know about the place they run in."""

from __future__ import annotations

import secrets
import socket
from dataclasses import dataclass, field
from pathlib import Path


def new_pin() -> str:
    """Six digits that can be read aloud across a table."""
    return f"{secrets.randbelow(1_000_000):06d}"


def lan_address() -> str | None:
    """This machine's address on the local network, or None without one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1: only asks the routing table which address would be used.
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def host_names() -> frozenset[str]:
    """The names under which this machine may be addressed; addresses in digits are always allowed."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.split('.')[0]}.local"})


@dataclass(frozen=True, slots=True)
class WebConfig:
    """Settings of the web server; `pin` and `link_token` make a visitor the scorer, `cookies_file` keeps who is."""

    port: int = 8080
    lan: bool = False
    pin: str = field(default_factory=new_pin)
    link_token: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    trust_localhost: bool = True
    allowed_hosts: frozenset[str] = field(default_factory=host_names)
    heartbeat_s: float = 10.0
    custom_css: Path | None = None
    cookies_file: Path | None = None

    @property
    def local_url(self) -> str:
        """The address to open on this machine."""
        return f"http://localhost:{self.port}/"

    @property
    def lan_url(self) -> str | None:
        """The address to open on a phone, or None while the server only listens on this machine."""
        address = lan_address() if self.lan else None
        return None if address is None else f"http://{address}:{self.port}/"

    @property
    def scorer_url(self) -> str:
        """The address that makes whoever opens it the scorer; printed and shown as a QR code."""
        return f"{self.lan_url or self.local_url}scorer?key={self.link_token}"
