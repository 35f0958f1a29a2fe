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
