"""Living programs run in node: a script is given `living` and returns what is to be looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import linkwork as lw
from linkwork.exports.living_page import LivingScene, live_request, living_scene
from tests.exports.pages import in_node

ROCKER, RADIUS, H = 0.35, 0.1, 5e-4
ENGINE = files("linkwork.views") / "viewer" / "living.js"


def living_of(system: lw.System, *given: Any, **asked: Any) -> LivingScene:
    """The scene that `lw.live` writes."""
    return living_scene(live_request(system, *given, **asked))


def in_living(program: Mapping[str, Any], script: str, folder: Path) -> Any:
    """What the body of a function of `living` returns, in node."""
    path = folder / "program.json"
    path.write_text(json.dumps(program), encoding="utf-8")
    text = f"""
    require(process.argv[3]);
    const program = JSON.parse(require("fs").readFileSync(process.argv[2]));
    linkworkLiving.begin(program).then((living) => {{
      const found = ((living) => {{ {script} }})(living);
      console.log(JSON.stringify(found));
    }});
    """
    return json.loads(in_node(text, str(path), str(ENGINE)))


ROWS = """
const { t, values } = living.rows(), n = program.columns.length;
const rows = Array.from(t, (_, k) => [...values.slice(k * n, (k + 1) * n)]);
"""
"""JavaScript that takes rows as lists."""


READY = (
    "() => window.linkwork && linkwork.living && linkwork.living.news.certificate && linkwork.living.range()[1] >= {}"
)


@contextmanager
def opened(browser: Any, page: Path, **options: Any) -> Iterator[Any]:
    """A tab with the page, in which nothing is told, nothing fails and nothing is asked for from outside."""
    tab, told, asked = browser.new_page(offline=True, **{"reduced_motion": "reduce", **options}), [], []
    tab.on("console", lambda message: told.append(message.text))
    tab.on("pageerror", lambda error: told.append(str(error)))
    tab.on("dialog", lambda dialog: told.append(f"dialog: {dialog.message}") or dialog.dismiss())
    tab.on("request", lambda request: asked.append(request.url))
    try:
        tab.goto(page.as_uri())
        yield tab
    finally:
        tab.close()
    assert not told
    assert asked[0] == page.as_uri() and all(url.startswith("blob:") for url in asked[1:])


def state_at(tab: Any, t: float) -> dict[str, float]:
    """A row of the page by name."""
    script = """(t) => {
      const { living } = linkwork, { t: times, row } = living.rows, k = times.findIndex((x) => Math.abs(x - t) < 1e-9);
      return Object.fromEntries(living.program.columns.map(({ name }, j) => [name, living.rows.row(k)[j]]));
    }"""
    found: dict[str, float] = tab.evaluate(script, t)
    return found


def four_bar(**options: Any) -> lw.System:
    """A four-bar without a motor, whose coupler is 0.4 m long."""
    m = lw.Model("four-bar")
    crank = m.body("crank", lw.Rod(length=0.1, mass=1.0))
    coupler = m.body("coupler", lw.Rod(length=0.4, mass=2.0))
    rocker = m.body("rocker", lw.Rod(length=ROCKER, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, crank, **options)
    m.connect("B", lw.Revolute("y"), crank.at(0.1, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.4, 0, 0), rocker.at(ROCKER, 0, 0))
    m.connect("D", lw.Revolute("y"), m.ground.at(0.3, 0, 0), rocker)
    return lw.compile_model(m)


def bouncing(e: float = 0.7, mu: float = 0.3) -> tuple[lw.System, lw.State]:
    """A ball that bounces along a floor and begins to roll, on its way to a wall."""
    m = lw.Model("ball")
    ball = m.body("ball", lw.Sphere(radius=RADIUS, mass=2.0))
    m.connect("plane", lw.Planar("y"), m.ground, ball)
    m.connect("floor", lw.UnilateralContact(restitution=e, friction=mu), m.ground.plane("z"), ball.sphere(RADIUS))
    m.connect("wall", lw.JointStop(upper=1.2, restitution=0.4), "plane.y")
    system = lw.compile_model(m)
    return system, system.state({"plane.x": 0.6, "plane.y_dot": 1.5})
