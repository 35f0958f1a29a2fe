"""Forward dynamics in loops against the same in straight-line code."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.formulation import derive_equations
from linkwork.formulation.link_kinds import find_kinds
from linkwork.kernels import Program, compile_function
from linkwork.mechanics import tree_loops
from linkwork.mechanics.function_table import function_entry
from linkwork.system import compile_model
from tests.formulation.routes import PLAIN, consistent, random_inertia, random_tree

FREE = (lambda rng: lw.Spherical(), lambda rng: lw.Free(), lambda rng: lw.Fixed())
NONE = np.zeros(0)


@pytest.fixture
def always(monkeypatch):
    """Loops for any tree."""
    for name, value in (("FROM", 1), ("SAMPLE", 1), ("FOLDED", 0.0), ("STRAIGHT_SHARE", np.inf)):
        monkeypatch.setattr(tree_loops, name, value)


def both(equations, name="rates"):
    """(in loops, in straight-line code by the articulated bodies)."""
    u_dot, pivot = equations.forward_dynamics.by_articulated_bodies
    outputs = {"q_dot": equations.kinematics.q_dot, "u_dot": u_dot, "z_dot": equations.laws.z_dot, "pivot": pivot}
    function = equations.tracer.function(name, **{k: outputs[k] for k in tree_loops.LOOP_OUTPUTS[name]})
    closed = tree_loops.roll(equations, name, lambda: function)
    assert isinstance(closed, Program)
    return compile_function(closed), function


def check(equations, seed, parameters=NONE, t=0.0):
    loops, straight = both(equations)
    q, u = consistent(equations, np.random.default_rng(seed))
    z = np.random.default_rng(seed).normal(size=equations.topology.layout.nz)
    found, expected = (f(q, u, z, [], t, parameters) for f in (loops, straight))
    np.testing.assert_allclose(found.u_dot, expected.u_dot, rtol=1e-12, atol=1e-12 * np.abs(expected.u_dot).max())
    np.testing.assert_allclose(found.q_dot, expected.q_dot, rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(found.z_dot, expected.z_dot, rtol=1e-13)
    # Which of its speeds a joint of several is solved for first depends on the zeros that are known.
    single = all(link.phi.shape[1] < 2 for link in equations.tree.links)
    assert found.pivot == pytest.approx(expected.pivot, rel=1e-9 if single else 0.5)
    return found


@pytest.mark.few(3)
@pytest.mark.parametrize(("seed", "bodies"), [(209, 3), (1, 4), (2, 6), (7, 5)])
def test_loops_give_the_numbers_of_straight_line_code(seed, bodies, always):
    check(derive_equations(random_tree(seed, bodies, PLAIN + FREE)), seed)


def chain(links, parameter=None, forces=False, planar=False, gravity=(1.0, 2.0, -9.81), seed=5):
    """Links on revolute joints one behind the other, every third with a branch."""
    rng = np.random.default_rng(seed)
    m = lw.Model("chain", gravity=gravity)
    made = [m.ground]
    for k in range(links):
        where, com = (
            ([0.3, 0.0, 0.0], [0.1, 0.0, 0.0]) if planar else (rng.normal(size=3) * 0.3, rng.normal(size=3) * 0.1)
        )
        axis = "z" if planar else rng.normal(size=3)
        inertia = np.diag([1.0, 1.0, 1.0]) if planar else random_inertia(rng)
        mass = 2.0 * parameter if parameter is not None and k % 4 == 1 else rng.uniform(1, 2)
        body = m.body(f"b{k}", mass=mass, com=com, inertia=inertia)
        parent = made[-1] if k % 3 or k < 2 else made[-2]
        m.connect(f"j{k}", lw.Revolute(axis), parent.at(*where), body)
        made.append(body)
    if forces:
        m.connect("spring", lw.Spring(300.0, length=0.3, damping=2.0), made[2].at(0.1, 0, 0), made[5].at(0, 0.2, 0))
        m.connect("push", lw.AppliedForce((1.0, lw.Sine(2.0, 3.0), 0.5)), made[4].at(0.3, 0.1, 0))
        m.connect("disc", lw.Wheel(inertia=0.3, spin=20.0), made[3])
    return m


def test_forces_loads_rotors_and_parameters(always):
    m = chain(9, lw.Parameter("m", 1.3), forces=True)
    equations = derive_equations(m)
    first = check(equations, 3, np.array([1.3]), t=0.4)
    other = check(equations, 3, np.array([2.6]), t=0.4)
    assert np.abs(first.u_dot - other.u_dot).max() > 1e-3


class Pull(lw.Force):
    """A spring that yields: it has a state."""

    states = ("give",)
    measured = lw.Distance()

    def law(self, e, z):
        return -10.0 * (e - z.give)

    def state_dot(self, e, z):
        return [e - z.give]


def test_states_of_elements(always):
    m = chain(6)
    m.connect("pull", Pull(), m.ground, m["b5"])
    assert len(check(derive_equations(m), 1).z_dot) == 1


def test_links_that_differ_in_numbers_only_are_of_one_kind():
    equations = derive_equations(chain(40))
    kinds = find_kinds(equations.tree.regrouped, equations.kinematics.symbols)
    assert len(kinds.kinds) <= 5
    assert max(kinds.of.count(k) for k in range(len(kinds.kinds))) >= 20
    assert len({kinds.rows[k] for k in range(40)}) == 40


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["acceleration", "rates"])
def test_large_trees_are_in_loops_and_called_alike(name, monkeypatch):
    monkeypatch.setattr(tree_loops, "FROM", 48)
    system = compile_model(chain(48))
    assert isinstance(function_entry(name).trace(system.equations, name, ()), Program)
    state = system.rest.with_values({f"j{k}.angle_dot": 0.1 for k in range(0, 12, 3)})
    found = system.evaluate(name, state)
    assert found._fields == tree_loops.LOOP_OUTPUTS[name]
    expected = system.equations.tracer.function(
        "straight", a=system.equations.forward_dynamics.by_articulated_bodies[0]
    )
    values = expected(*system.arguments(state)).a
    np.testing.assert_allclose(found.u_dot, values, rtol=1e-10, atol=1e-11 * np.abs(values).max())


@pytest.mark.slow
def test_others_are_straight(monkeypatch):
    monkeypatch.setattr(tree_loops, "FROM", 48)

    def in_loops(m):
        return isinstance(function_entry("acceleration").trace(derive_equations(m), "acceleration", ()), Program)

    n = 48
    assert not in_loops(chain(n - 1))
    assert not in_loops(chain(n, planar=True))  # where much folds
    locked = chain(n)
    locked.connect(
        "held", lw.Revolute("x"), locked["b1"], locked.body("x", mass=1.0, inertia=(1, 1, 1)), lock=("angle",)
    )
    assert not in_loops(locked)


@pytest.mark.slow
def test_many_bodies_that_nothing_connects_go_in_loops() -> None:
    """Straight-line code for them has few operations each, and takes a minute to make for thousands."""

    def scattered(count: int) -> lw.System:
        model = lw.Model("scattered", gravity=(0, 0, -9.81))
        for k in range(count):
            model.body(f"b{k}", mass=1.0 + k, inertia=(1, 2, 2.5))
        return lw.compile_model(model)

    few, many = scattered(tree_loops.FROM), scattered(tree_loops.LOOP_OPERATIONS // 25)
    equations = [system.equations for system in (few, many)]
    assert [tree_loops.roll(e, "acceleration", lambda: None) is None for e in equations] == [True, False]
    u_dot = lw.accelerations(many, many.rest).u_dot.reshape(-1, 6)
    assert np.allclose(u_dot, [0, 0, 0, 0, 0, -9.81])
