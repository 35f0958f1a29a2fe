"""Massless nodes that balance and would not stay: a compressed joint between two springs buckles aside."""

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.common.node_stability import unstable_nodes

SAID = "springs: its node 'middle' balances, but its equilibrium is unstable (at t = {t})"
ASIDE = ": it would move aside. Put a body with a small mass in its place, or let the assembly be `straight`"


class Springs(lw.Assembly):
    """Two springs of 0.1 m one behind the other, whose node may leave their line."""

    nodes = ("middle",)

    def parts(self):
        return {"a": (lw.Spring(200.0, 0.1), 0, "middle"), "b": (lw.Spring(500.0, 0.1), "middle", 1)}


@cache
def railed(coordinates: str = "tree") -> lw.System:
    """A weight on a vertical rail, over the ground on both springs; under it where its height is negative."""
    m = lw.Model("railed")
    bob = m.body("bob", mass=0.4, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("z"), m.ground, bob, initial={"displacement": 0.25})
    m.connect("springs", Springs(), m.ground, bob)
    return lw.compile_model(m, coordinates)


@pytest.mark.parametrize(("height", "count"), [(0.15, 1), (0.25, 0), (-0.15, 1), (-0.25, 0), (0.2, 0)])
def test_a_node_between_compressed_springs_is_unstable(height: float, count: int) -> None:
    """Its lateral stiffness is the sum of tensions over lengths; at rest length it has none, and nothing is told."""
    absolute = railed("absolute")
    placed = absolute.placed({"bob": lw.Pose(np.eye(3), (0, 0, height))})
    for system, state in ((railed(), railed().state({"rail.displacement": height})), (absolute, placed)):
        found = unstable_nodes(system, state)
        assert [str(note) for note in found] == [SAID.format(t=0) + ASIDE] * count


def test_an_equilibrium_says_so() -> None:
    standing = lw.equilibrium(railed(), {"rail.displacement": 0.17})
    assert standing.verdict.level == "doubtful" and SAID.format(t=0) in str(standing.verdict)
    hanging = lw.equilibrium(railed(), {"rail.displacement": -0.23})
    assert hanging.verdict.is_good, hanging.verdict
    np.testing.assert_allclose(hanging["rail.displacement"], -0.2 - 0.4 * 9.81 / (1e5 / 700.0), rtol=1e-9)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize(("height", "t"), [(0.18, "0"), (0.25, "0.1")])
def test_a_run_says_so_from_the_start_or_at_its_end(height: float, t: str, coordinates: str) -> None:
    system = railed(coordinates)
    start = lw.assemble(system, bodies={"bob": lw.Pose(np.eye(3), (0, 0, height))})
    run = lw.simulate(system, start, 0.1)
    assert [note for note in run.certificate.notes if str(note).startswith(SAID.format(t=t))], run.certificate
    assert sum("its equilibrium is unstable" in note for note in run.certificate.notes) == 1
