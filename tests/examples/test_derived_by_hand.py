"""The examples of S4 in the gallery: derived by hand in two ways and modelled, against the reference cases."""

import json
from pathlib import Path

import numpy as np
import pytest

from examples import elastic_beam, elastic_beam_contact, elastic_beam_loop, gyroscopes

FOLDER = Path(__file__).parents[1] / "reference"
ROUTES = ("lagrange", "newton-euler", "model")


def case(name: str) -> dict:
    return json.loads((FOLDER / f"{name}.json").read_text())


BEAMS = {
    "plain": (elastic_beam, lambda: case("A1_elastic_beam")["trajectory"], 1e-9),
    "contact": (elastic_beam_contact, lambda: case("A2_beam_contact")["trajectory"], 1e-8),
    "loop": (elastic_beam_loop, lambda: case("A3_beam_loop")["run_a"]["samples"], 1e-9),
}


@pytest.mark.slow
@pytest.mark.seed("S4.9")
@pytest.mark.parametrize("kind", BEAMS)
def test_the_tip_of_the_beam_is_where_the_reference_says_by_every_route(kind: str) -> None:
    example, samples, tolerance = BEAMS[kind]
    found = example.numbers()
    phi = np.array(next(s for s in samples() if s["t"] == 1.0)["phi"], dtype=float)
    lift = elastic_beam.VALUES["u_0"] * np.sin(elastic_beam.VALUES["omega"])
    for route in ROUTES:
        assert found[f"tip x, {route}"] == pytest.approx(np.cos(phi).sum(), abs=tolerance)
        assert found[f"tip y, {route}"] == pytest.approx(np.sin(phi).sum() + lift, abs=tolerance)
    assert max(found[f"equations apart, {way}"] for way in elastic_beam.WAYS) < 1e-13


@pytest.mark.slow
@pytest.mark.seed("S4.9")
def test_the_gyroscopes_are_where_the_reference_says_by_every_route() -> None:
    samples = case("A4_two_gyroscopes")["variants"]["gravity_down"]["samples"]
    q = next(s for s in samples if s["t"] == 0.5)["q"]
    found = gyroscopes.numbers()
    for route in ROUTES:
        for name, place in (("x", 0), ("alpha2", 4), ("beta2", 5)):
            assert found[f"{name}, {route}"] == pytest.approx(float(q[place]), abs=1e-8)
    assert max(found[f"equations apart, {way}"] for way in gyroscopes.WAYS) < 1e-13
