"""Pages of a run: frames per second of a model of 50 bodies, the script's part of a frame, and the size of a long run.

The browser draws with the processor where there is no graphics card, as on a server; frames per second then say more
about the machine than about the page. The script's part, which is everything but the drawing, carries over.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from benchmarks.case import Bar, Case
from benchmarks.peers import Unavailable

BODIES = 50
STEPS = 100_000
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
PLAYED = 3.0  # seconds
# Counts the frames that are drawn while the motion plays.
COUNT = """seconds => new Promise(done => {
  linkwork.set('playing', true);
  let frames = 0; let first = null;
  const tick = now => {
    first ??= now; frames += 1;
    if (now - first < 1000 * seconds) requestAnimationFrame(tick);
    else { linkwork.set('playing', false); done(1000 * (frames - 1) / (now - first)); }
  };
  requestAnimationFrame(tick);
})"""
# Poses everything at many times, without a drawing in between.
POSE = """() => {
  const [count, start] = [300, performance.now()];
  for (let k = 0; k < count; k += 1) linkwork.set('t', 2 * k / count);
  return (performance.now() - start) / count;
}"""


def cases() -> Iterator[Case]:
    """Yield the frame rate, the script's time per frame, and the size of the page of 10⁵ steps."""
    with tempfile.TemporaryDirectory() as folder:
        page, long = Path(folder) / "chain.html", Path(folder) / "long.html"
        system = lw.compile_model(chain(BODIES))
        lw.view(lw.simulate(system, bent(system, BODIES), 2.0, times=np.linspace(0.0, 2.0, 201)), page)
        with _tab(page) as tab:
            yield Case(f"{BODIES} bodies, playing", "frames/s", lambda: float(tab.evaluate(COUNT, PLAYED)), rounds=3)
            yield Case(f"{BODIES} bodies, script", "ms per frame", lambda: float(tab.evaluate(POSE)), rounds=5)
        system = lw.compile_model(chain(2))
        t_end = STEPS * 1e-3
        run = lw.simulate(
            system, bent(system, 2), t_end, times=np.linspace(0.0, t_end, STEPS + 1), method="rk4", h=1e-3
        )
        size = lw.view(run, long).stat().st_size / 1e6
        yield Case("double pendulum of 10⁵ steps", "MB", lambda: size, bar=Bar("ours", "<=", 5.0), rounds=1)


def chain(links: int) -> lw.Model:
    """A chain of boxes on skew hinges."""
    model = lw.Model(f"chain of {links}")
    end = model.ground.at(0, 0, 0)
    for k in range(1, links + 1):
        link = model.body(f"link{k}", lw.Box(size=(0.03, 0.04, 0.2), mass=0.5, at=(0, 0, -0.1)))
        model.connect(f"hinge{k}", lw.Revolute("-y" if k % 2 else "x"), end, link)
        end = link.at(0, 0, -0.2)
    return model


def bent(system: lw.System, links: int) -> lw.State:
    """Every hinge turned, at rest."""
    return system.state({f"hinge{k}.angle": 1.0 if links < 10 else 0.1 for k in range(1, links + 1)})


@contextmanager
def _tab(page: Path) -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        raise Unavailable("There is no Chromium with playwright here, in which a page could be opened.")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        tab = browser.new_context(
            viewport={"width": 1280, "height": 720}, reduced_motion="reduce", offline=True
        ).new_page()
        tab.goto(page.as_uri())
        yield tab
        browser.close()
