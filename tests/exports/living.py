"""Living programs run in node: a script is given `living` and returns what is to be looked at."""

from __future__ import annotations

import json
from collections.abc import Mapping
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
