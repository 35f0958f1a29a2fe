"""A site on loopback: who asks must know the token in its address, and come from this machine's own browser.

The name in `Host` must be ours (a foreign name that leads to 127.0.0.1 would let its own page read this one), and so
must `Origin` where a browser sends it, which it does with every change.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol
from urllib.parse import parse_qs, unquote

LOCAL_HOST = "127.0.0.1"
LARGEST_FORM = 1 << 16
"""Bytes that a form may send."""
FORM = "application/x-www-form-urlencoded"
ONLY_POLICY = "default-src 'none'; frame-ancestors 'none'"
FRAMED_POLICY = "frame-ancestors 'self'"
"""Of a page that brings its own policy and stands in a frame of its site."""
SentFields = dict[str, list[str]]
"""What a form or a query sends: names with their values."""


class Site(Protocol):
    """Answers for paths below the token: an object with status, content, kind, policy, location."""

    def get(self, path: str, fields: SentFields) -> Any:
        """The page at a path."""

    def post(self, path: str, fields: SentFields) -> Any:
        """What a form brings about."""


class LocalServer:
    """Serves a site until it is stopped."""

    def __init__(self, port: int = 0) -> None:
        self.token, self.site = secrets.token_urlsafe(24), None
        self._server = ThreadingHTTPServer((LOCAL_HOST, port), self._handler())
        self._server.daemon_threads = True
        self.host = f"{LOCAL_HOST}:{self._server.server_address[1]}"

    site: Site | None

    @property
    def root(self) -> str:
        """The path of the site: its token."""
        return f"/{self.token}/"

    @property
    def address(self) -> str:
        """Where the site is."""
        return f"http://{self.host}{self.root}"

    def serve(self, site: Site) -> None:
        """Answers until it is interrupted, or stopped by another thread."""
        self.site = site
        try:
            self._server.serve_forever()
        finally:
            self._server.server_close()

    def stop(self) -> None:
        """Ends `serve`."""
        self._server.shutdown()

    def refusal(self, token: str, headers: Any, changes: bool) -> str:
        """Why a request is refused; nothing where it is not."""
        hosts = (self.host, self.host.replace(LOCAL_HOST, "localhost"))
        origin = headers.get("Origin")
        if headers.get("Host") not in hosts:
            return "This site is for a browser of this machine, under its own address."
        if (origin is not None or changes) and origin not in [f"http://{host}" for host in hosts]:
            return "This request comes from another page."
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            return "Open the whole address that was printed: its token is missing or wrong."
        return ""

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            timeout = 30.0

            def do_GET(self) -> None:
                self._answer(changes=False)

            def do_HEAD(self) -> None:
                self._answer(changes=False)

            def do_POST(self) -> None:
                self._answer(changes=True)

            def _answer(self, changes: bool) -> None:
                place, _, query = self.path.partition("?")
                _, token, path = [*place.split("/", 2), "", ""][:3]
                refused = server.refusal(token, self.headers, changes)
                if self.path == "/favicon.ico":  # which browsers ask for by themselves
                    self._send(204, "", "text/plain", ONLY_POLICY)
                    return
                if refused or server.site is None:
                    self._send(403, refused, "text/plain", ONLY_POLICY)
                    return
                path = unquote(path)
                if changes:
                    size = self.headers.get("Content-Length", "")
                    if self.headers.get("Content-Type") != FORM or not size.isdigit() or int(size) > LARGEST_FORM:
                        self._send(400, "A form of this site is expected.", "text/plain", ONLY_POLICY)
                        return
                    sent = self.rfile.read(int(size)).decode("utf-8", "replace")
                    answer = server.site.post(path, parse_qs(sent, keep_blank_values=True))
                else:
                    answer = server.site.get(path, parse_qs(query, keep_blank_values=True))
                self._send(answer.status, answer.content, answer.kind, answer.policy, answer.location)

            def _send(self, status: int, content: str, kind: str, policy: str, location: str = "") -> None:
                body = content.encode("utf-8", "replace")
                self.send_response(status)
                for name, value in local_headers(kind, policy, len(body), location).items():
                    self.send_header(name, value)
                self.end_headers()
                with suppress(ConnectionError):  # a browser that has gone elsewhere
                    self.wfile.write(b"" if self.command == "HEAD" else body)

            def version_string(self) -> str:
                return "linkwork"

            def log_message(self, format: str, *args: Any) -> None:
                """Says nothing: addresses hold the token."""

        return Handler


def local_headers(kind: str, policy: str, length: int, location: str = "") -> dict[str, str]:
    """Of every answer: nothing is kept, framed, guessed at, or told to other sites."""
    return {
        "Content-Type": f"{kind}; charset=utf-8",
        "Content-Length": str(length),
        "Content-Security-Policy": policy,
        "Cache-Control": "no-store",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "SAMEORIGIN" if policy == FRAMED_POLICY else "DENY",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        **({"Location": location} if location else {}),
    }
