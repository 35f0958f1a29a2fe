"""Pages opened in a real browser, with the network off."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw

VIEWPORT = {"width": 1000, "height": 640}


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens the page of a scene; whatever the browser complains about fails the test, and so does any request.

    It opens still, as pages do for those who ask for less motion, so that a test says what moves.
    """
    complaints: list[str] = []
    contexts = []

    def open_scene(
        scene: lw.Scene, scheme: str = "light", viewport: Any = VIEWPORT, motion: str = "reduce", link: str = ""
    ) -> Any:
        path = lw.write_page(scene, tmp_path / "page.html")
        context = browser.new_context(viewport=viewport, color_scheme=scheme, reduced_motion=motion, offline=True)
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda r: complaints.append(r.url) if not r.url.startswith(("file:", "data:")) else None)
        tab.goto(path.as_uri() + link)
        assert tab.evaluate("window.linkwork !== undefined"), complaints
        return tab

    yield open_scene
    for context in contexts:
        context.close()
    assert not complaints
