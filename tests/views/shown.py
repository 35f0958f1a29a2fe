"""What a page shows in a browser."""

from typing import Any

import pytest


def until(tab: Any, condition: str) -> None:
    """Waits for a condition. The page's policy forbids what playwright's own waiting does."""
    for _ in range(600):
        if tab.evaluate(condition):
            return
        tab.wait_for_timeout(50)
    pytest.fail(f"{condition} never came true")


def drawn(tab: Any) -> int:
    """Pictures drawn so far, once there is nothing left to draw."""
    until(tab, "linkwork.settled()")
    return int(tab.evaluate("linkwork.frames()"))


def next_frames(tab: Any, count: int = 2) -> None:
    """Waits until the browser has come round to drawing so many times: what was to happen in a frame has happened."""
    frames = """count => new Promise((done) => {
        const next = (left) => (left ? requestAnimationFrame(() => next(left - 1)) : done());
        next(count);
    })"""
    tab.evaluate(frames, count)


def labels(tab: Any) -> list[str]:
    """Names of all curves in the list of channels."""
    return list(tab.evaluate("[...document.querySelectorAll('.channel input')].map((box) => box.ariaLabel)"))


def value(tab: Any, name: str) -> Any:
    return tab.evaluate("name => linkwork.get(name)", name)
