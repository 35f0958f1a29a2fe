"""A real browser for the tests of the pages: Chromium as the system has it, with the network off."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Drawn by the processor: a machine for tests has no graphics card.
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
VIEWPORT = {"width": 1000, "height": 640}


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("There is no Chromium here, in which pages could be opened; install it (apt-get install chromium).")
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install 'linkwork[test]' brings playwright.")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens the page of a scene; whatever the browser complains about fails the test, and so does any request."""
    complaints: list[str] = []
    contexts = []

    def open_scene(scene: lw.Scene, scheme: str = "light", viewport: Any = VIEWPORT) -> Any:
        path = lw.write_page(scene, tmp_path / "page.html")
        context = browser.new_context(viewport=viewport, color_scheme=scheme, offline=True)
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda r: complaints.append(r.url) if not r.url.startswith(("file:", "data:")) else None)
        tab.goto(path.as_uri())
        assert tab.evaluate("window.linkwork !== undefined"), complaints
        return tab

    yield open_scene
    for context in contexts:
        context.close()
    assert not complaints
