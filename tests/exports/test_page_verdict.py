"""The verdict of pages: the rules of certificates in native code and in a module, and the same sentences."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exports import page_verdict
from linkwork.kernels.loops import compiled_loop
from linkwork.results.run_judgement import RULES, judge, new_findings
from linkwork.results.run_rules import filled, run_numbers
from tests.exports.living import ENGINE, in_living, living_of
from tests.exports.pages import in_node
from tests.results.verdicts import GOOD

UNITS = ("", "g", ".3g", ".2g", ".1g", ".6g", ".0e", "%", ".0f")


def random_certificates(count: int) -> list[lw.Certificate]:
    """Certificates around the bounds of all rules, of runs that are not compared with a second one."""
    rng = np.random.default_rng(5)

    def around(low: float, high: float) -> float:
        return float(10 ** rng.uniform(low, high))

    def one() -> lw.Certificate:
        fixed = rng.random() < 0.4
        return replace(
            GOOD,
            rtol=around(-12, -2),
            atol=around(-12, -2),
            h=around(-4, -1) if fixed else None,
            steps=int(around(0, 7)),
            rejected=int(around(0, 5)) if rng.random() < 0.3 else 0,
            step_range=(1e-6, around(-4, 1)),
            energy_scale=around(-8, 3),
            energy_error=around(-14, 2) if rng.random() < 0.95 else float("nan"),
            energy_size=around(-3, 5),
            energy_grew=0.0,
            position_error=around(-16, 0) if rng.random() < 0.8 else 0.0,
            velocity_error=around(-16, 0),
            correction=around(-14, 1) if rng.random() < 0.5 else 0.0,
            rows=int(rng.integers(0, 3)),
            freedoms=int(rng.integers(0, 3)),
        )

    return [one() for _ in range(count)]


def test_native_code_finds_what_python_finds() -> None:
    assert page_verdict.VERDICT_DATA["rules"] == RULES  # the module marks the rules as loops
    native = compiled_loop(judge)
    for certificate in random_certificates(300):
        numbers, here, there = run_numbers(certificate), new_findings(), new_findings()
        assert native(numbers, there) == judge(numbers, here)
        np.testing.assert_array_equal(here.view(np.int64), there.view(np.int64))


def said_in_node(data: list[Any], expression: str, folder: Path) -> Any:
    """What an expression gives for each item, `x`."""
    path = folder / "data.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    script = f"""
    require(process.argv[3]);
    const {{ worded, filled }} = linkworkLiving;
    const number = (x) => (x === "nan" ? NaN : x === "inf" ? Infinity : x);
    const data = JSON.parse(require("fs").readFileSync(process.argv[2]));
    console.log(JSON.stringify(data.map((x) => {expression})));
    """
    return json.loads(in_node(script, str(path), str(ENGINE)))


def plain(x: float) -> float | str:
    """A number as JSON has it."""
    return x if np.isfinite(x) else str(x)


def test_a_page_says_what_certificates_say(tmp_path: Path) -> None:
    certificates, asked = random_certificates(300), []
    for one in certificates:
        numbers, found = run_numbers(one), new_findings()
        judge(numbers, found)
        values = {name: plain(x) for name, x in numbers._asdict().items()}
        asked.append({"numbers": values, "found": [plain(x) for x in found.ravel().tolist()]})
    data = page_verdict.VERDICT_DATA
    expression = (
        f"worded({json.dumps(data)}, Object.fromEntries(Object.entries(x.numbers).map(([k, v]) => [k, number(v)])), "
        'Float64Array.from(x.found, number), [], "")'
    )
    levels = set()
    for certificate, there in zip(certificates, said_in_node(asked, expression, tmp_path), strict=True):
        here = certificate.verdict
        levels.add(here.level)
        assert there["level"] == here.level and len(there["reasons"]) == len(here.reasons)
        for own, reason in zip(here.reasons, there["reasons"], strict=True):
            # A reader of a page is not told what to do in Python, and the page knows why there is no second run.
            reason = reason.replace("a page takes no second run", "the run is not at hand to be repeated")
            assert own == reason or own.startswith((f"{reason}: ", f"{reason}; ")), (own, reason)
    assert levels == {"good", "doubtful", "bad"}


@pytest.mark.parametrize("form", UNITS)
def test_numbers_are_written_as_python_writes_them(form: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    values = [*(rng.uniform(0.1, 9.99, 60) * 10.0 ** rng.integers(-12, 9, 60)).tolist(), 1.0, 0.1, 1e-5, 1e-4, 100.0]
    if form == ".0f":
        values = [float(round(x)) for x in values]
    text = f"{{x:{form}}}" if form else "{x}"
    found = said_in_node(values, f"filled({json.dumps(text)}, {{ x }})", tmp_path)
    wanted = [filled(text if form else "{x:g}", {"x": x}) for x in values]
    assert found == wanted


def test_a_rule_that_python_has_is_in_the_module(tmp_path: Path) -> None:
    """Steps of one length that had to be divided are doubtful in pages too: the rule stands once."""
    m = lw.Model("slide", gravity=(0, 0, 0))
    m.connect("slide", lw.Prismatic("x"), m.ground, m.body("ball", lw.Sphere(radius=0.05, mass=1.0)))
    program = living_of(lw.compile_model(m), None, span=1.0, method="rk4", h=0.01).scene["program"]
    script = "living.simulate(1); living.rejected = 2; return living.certificate();"
    found = in_living(program, script, tmp_path)
    assert found["level"] == "doubtful"
    assert found["reasons"] == ["the step h = 0.01 is too long: 2 steps had no solution, and were divided"]
