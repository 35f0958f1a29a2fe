"""Mistakes in files."""

import tempfile
from pathlib import Path
from typing import Any

import linkwork as lw
from tests.mistakes.mechanisms import block, pendulum
from tests.mistakes.table import mistake

UNITS = """
[model]
name = "block"
[bodies.mass]
mass = "1 kg"
[connections.slide]
element = { kind = "Prismatic", axis = "x" }
ends = ["ground", "mass"]
[connections.k]
element = { kind = "Spring", stiffness = "200 N", length = "1 m" }
ends = ["ground", "mass"]
"""


@mistake("a wrong unit in a file", "connections.k", "stiffness", "200 N", "N/m")
def wrong_unit() -> Any:
    return lw.load_model(UNITS)


@mistake("a lambda is saved", "lambda", "force")
def saved_lambda() -> Any:
    m, _ = pendulum()
    m.connect("force", lw.FunctionForce(lambda e, e_dot, t: -10.0 * e), m.ground.at(1, 0, 0), m.bodies["rod"])
    with tempfile.TemporaryDirectory() as folder:
        return lw.save_model(m, Path(folder) / "m.toml")


@mistake("an element of one's own is saved that is not registered", "Mine", "lw.register")
def not_registered() -> Any:
    class Mine(lw.Force):
        """A law that no file knows."""

        measure = lw.Distance()

        def law(self, e: Any, e_dot: Any, t: Any) -> Any:
            return -10.0 * e

    m, _ = pendulum()
    m.connect("force", Mine(), m.ground.at(1, 0, 0), m.bodies["rod"].at(1, 0, 0))
    with tempfile.TemporaryDirectory() as folder:
        lw.save_model(m, Path(folder) / "m.toml")
        return lw.load_model(Path(folder) / "m.toml")


@mistake("a number as text", "block", "mass", "number")
def number_as_text() -> Any:
    return block(mass="1")
