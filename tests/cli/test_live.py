"""`linkwork live`: a page in a file, and a page on loopback that is renewed when its file is saved."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from linkwork.cli.page_server import PageServer

from .program import ROOT, linkwork

PENDULUM = """
import linkwork as lw

CONTROLS = {{"rod.length": (0.5, 2.0)}}
DURATION = 2.0

def model():
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length={length}, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    return m
"""


def asked(address: str, **headers: str) -> tuple[int, str, Any]:
    """(status, content, headers) of a request."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as found:
            return found.status, found.read().decode(), found.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers


def awaited(found: Callable[[], bool]) -> None:
    """Until it is so; the test's own end is a minute."""
    for _ in range(600):
        if found():
            return
        time.sleep(0.1)
    raise AssertionError("it did not come")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PageServer]:
    """A server whose page is the text of a file; what is no page raises."""
    file = tmp_path / "model.py"
    file.write_text("first", encoding="utf-8")

    def make() -> str:
        text = file.read_text(encoding="utf-8")
        if "wrong" in text:
            raise ValueError(f"<b>{text}</b> is not a model")
        return f"<p>{text}</p>"

    found = PageServer(file, make)
    thread = threading.Thread(target=found.serve)
    thread.start()
    yield found
    found.stop()
    thread.join()


def test_a_saved_file_renews_the_page_and_errors_keep_the_last_one(server: PageServer) -> None:
    state = lambda: json.loads(asked(server.address + "state")[1])  # noqa: E731
    awaited(lambda: state()["version"] == 1)
    assert asked(server.address + "page")[1] == "<p>first</p>"
    server.file.write_text("wrong second", encoding="utf-8")
    awaited(lambda: state()["error"].endswith(": ValueError: <b>wrong second</b> is not a model"))
    assert state()["version"] == 1 and asked(server.address + "page")[1] == "<p>first</p>"
    server.file.write_text("third, right", encoding="utf-8")
    awaited(lambda: state() == {"version": 2, "error": ""})
    assert asked(server.address + "page")[1] == "<p>third, right</p>"


def test_only_who_knows_the_token_is_answered(server: PageServer) -> None:
    host, token = server.address.split("/")[2:4]
    for path in ("", "page", "x" * 32 + "/page", token, token[:-1] + "/page"):
        assert asked(f"http://{host}/{path}")[0] == (200 if path == token else 403)
    assert asked(server.address + "../../etc/passwd")[0] == 404
    assert asked(server.address + "page", Host="evil.example")[0] == 403
    assert asked(server.address + "state", Origin="http://evil.example")[0] == 403
    assert asked(server.address + "state", Origin=f"http://{host}")[0] == 200
    status, text, headers = asked(server.address)
    assert status == 200 and "<iframe" in text and headers["Cache-Control"] == "no-store"
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-") and "unsafe" not in policy
    assert host.startswith("127.0.0.1:")


def test_the_frame_shows_the_page_and_errors_as_text(server: PageServer, browser: Any) -> None:
    tab, told = browser.new_page(reduced_motion="reduce"), []
    try:
        tab.on("pageerror", lambda error: told.append(str(error)))
        tab.goto(server.address)
        tab.frame_locator("iframe").get_by_text("first").wait_for()
        server.file.write_text("wrong", encoding="utf-8")
        tab.get_by_text("ValueError: <b>wrong</b> is not a model").wait_for()
        assert tab.frame_locator("iframe").get_by_text("first").count() == 1 and tab.locator("b").count() == 0
        server.file.write_text("second", encoding="utf-8")
        tab.frame_locator("iframe").get_by_text("second").wait_for()
        assert not tab.locator("pre").is_visible()
    finally:
        tab.close()
    assert not told


def test_a_page_is_written_to_a_file(tmp_path: Path) -> None:
    file, page = tmp_path / "pendulum.py", tmp_path / "pendulum.html"
    file.write_text(PENDULUM.format(length=1.0), encoding="utf-8")
    done = linkwork("live", file, "--out", page, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told == {"written": str(page), "living": True, "sentence": "It runs in the page by dop853."}
    text = page.read_text(encoding="utf-8")
    assert '"name":"rod.length"' in text and '"span":2.0' in text


def test_bad_controls_are_told(tmp_path: Path) -> None:
    file = tmp_path / "pendulum.py"
    file.write_text(PENDULUM.format(length=1.0), encoding="utf-8")
    done = linkwork("live", file, "--out", tmp_path / "x.html", "--control", "rod.length=1")
    assert done.returncode == 3
    assert "--control rod.length=1: give a name, or a name and a range" in done.stderr


@pytest.mark.slow
def test_a_model_is_served_and_renewed(tmp_path: Path, browser: Any) -> None:
    file = tmp_path / "pendulum.py"
    file.write_text(PENDULUM.format(length=1.0), encoding="utf-8")
    command = [sys.executable, "-m", "linkwork.cli", "live", str(file), "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            address = json.loads("".join(process.stdout.readline() for _ in range(3)))["address"]
            tab = browser.new_page(reduced_motion="reduce")
            tab.goto(address)
            length = tab.frame_locator("iframe").get_by_label("rod.length (m), as a number")
            length.wait_for(timeout=60_000)
            assert length.input_value() == "1"
            file.write_text(PENDULUM.format(length="oh"), encoding="utf-8")
            tab.get_by_text("NameError: name 'oh' is not defined").wait_for(timeout=60_000)
            file.write_text(PENDULUM.format(length=1.5), encoding="utf-8")
            tab.get_by_text("NameError").wait_for(state="hidden", timeout=60_000)
            length.wait_for(timeout=60_000)
            assert length.input_value() == "1.5"
            tab.close()
        finally:
            process.terminate()
