"""Pages opened in a real browser, with the network off."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

NEAR = ("file:", "data:", "about:", "blob:")


@pytest.fixture
def open_file(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page; whatever the browser complains about fails the test, and so does any request."""
    complaints: list[str] = []
    contexts = []

    def opened(path: Path, width: int = 900, height: int = 700) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", offline=True
        )
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda r: complaints.append(r.url) if not r.url.startswith(NEAR) else None)
        tab.goto(path.as_uri())
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert not complaints
