"""A page on loopback that is made anew when its file is saved; only who knows the token is answered.

/TOKEN/          the frame, which asks for the state twice a second
/TOKEN/page      the page itself, which has no way out: its own policy forbids all requests
/TOKEN/state     {"version": …, "error": …}
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from . import use
from .local_server import FRAMED_POLICY, ONLY_POLICY, LocalServer, SentFields

LOOK_EVERY = 0.3
"""Seconds between two looks at the file."""
SCRIPT = """
"use strict";
const frame = document.querySelector("iframe"), told = document.querySelector("pre");
let shown = 0;
async function look() {
  let state = null;
  try {
    state = await (await fetch("state", { cache: "no-store" })).json();
  } catch {
    told.textContent = "linkwork live has ended; start it again and open the address that it prints.";
  }
  if (state) {
    told.textContent = state.error;
    if (state.version !== shown) {
      shown = state.version;
      frame.src = `page?${shown}`;
    }
  }
  told.hidden = told.textContent === "";
  setTimeout(look, 500);
}
look();
"""
STYLE = """
html, body { margin: 0; height: 100%; }
body { display: flex; flex-direction: column; font: 14px/1.5 system-ui, sans-serif; }
iframe { flex: 1; border: 0; width: 100%; }
pre { margin: 0; padding: 12px 16px; background: #7a1f1f; color: #fff; }
pre { white-space: pre-wrap; max-height: 40%; overflow: auto; }
pre[hidden] { display: none; }
"""
FRAME_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body><pre role="alert" hidden></pre><iframe title="{title}"></iframe><script>{script}</script></body>
</html>
"""


@dataclass(eq=False)
class PageState:
    """What is served: the last page that could be made, and why a later one could not."""

    page: str = ""
    version: int = 0
    error: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def renew(self, make: Callable[[], str]) -> None:
        """Makes the page again; whatever a model file does wrong becomes a text."""
        try:
            page, error = make(), ""
        except Exception as wrong:  # a model file may raise anything, and the server goes on
            page, error = None, _told(wrong)
        with self.lock:
            self.error = error
            if page is not None:
                self.page, self.version = page, self.version + 1


class PageAnswer(NamedTuple):
    """What a browser gets."""

    status: int
    content: str
    kind: str = "text/plain"
    policy: str = ONLY_POLICY
    location: str = ""


class PageServer:
    """Serves a page that `make` gives, and makes it again whenever `file` is saved."""

    def __init__(self, file: Path, make: Callable[[], str], port: int = 0) -> None:
        self.file, self.make, self.state = file, make, PageState()
        self.server, self._stop = LocalServer(port), threading.Event()

    @property
    def address(self) -> str:
        """Where the page is, with the token."""
        return self.server.address

    def serve(self) -> None:
        """Until it is interrupted or stopped."""
        answers = threading.Thread(target=self.server.serve, args=(self,), daemon=True)
        answers.start()
        seen = None
        try:
            while not self._stop.is_set():
                now = _stamp(self.file)
                if now != seen:
                    seen = now
                    self.state.renew(self.make)
                self._stop.wait(LOOK_EVERY)
        finally:
            self.server.stop()
            answers.join()

    def stop(self) -> None:
        """Ends `serve`."""
        self._stop.set()

    def get(self, path: str, fields: SentFields) -> PageAnswer:
        """The frame, the page in it, or what is known of it."""
        with self.state.lock:
            if path == "state":
                told = {"version": self.state.version, "error": self.state.error}
                return PageAnswer(200, json.dumps(told), "application/json")
            if path == "page":
                return PageAnswer(200, self.state.page, "text/html", FRAMED_POLICY)
        if path == "":
            title = html.escape(self.file.name)
            return PageAnswer(200, FRAME_PAGE.format(title=title, style=STYLE, script=SCRIPT), "text/html", POLICY)
        return PageAnswer(404, "There is nothing here.")

    def post(self, path: str, fields: SentFields) -> PageAnswer:
        """Nothing is changed from a browser."""
        return PageAnswer(403, "Nothing is changed from here; change the file.")


def _told(wrong: Exception) -> str:
    """An error of linkwork as it stands; any other with its kind and where it came from."""
    if isinstance(wrong, use.ModelError):
        return str(wrong)
    frame = traceback.extract_tb(wrong.__traceback__)[-1]
    return f"{frame.filename}, line {frame.lineno}: {type(wrong).__name__}: {wrong}"


def _digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii") + "'"


POLICY = (
    f"default-src 'none'; script-src {_digest(SCRIPT)}; style-src {_digest(STYLE)}; connect-src 'self'; "
    "frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


def _stamp(file: Path) -> tuple[float, int] | None:
    """What changes when a file is saved; None while an editor replaces it."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime, found.st_size
