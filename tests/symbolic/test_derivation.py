"""Equations of models to read: the same numbers as native code, short enough for a page, in all forms."""

import numpy as np
import pytest
import sympy as sp

import linkwork as lw
from examples import elastic_beam as beam
from linkwork.symbolic import latex
from linkwork.symbolic.readable.printout import LATEX_WIDTH, _signs


def arm() -> lw.System:
    """Three links in space."""
    m = lw.Model("arm", gravity=(0, 0, -9.81))
    links = [m.body(name, lw.Rod(length=1.0, mass=1.0)) for name in ("base", "upper", "lower")]
    m.connect("yaw", lw.Revolute("z"), m.ground, links[0])
    m.connect("shoulder", lw.Revolute("y"), links[0].at(0, 0, 0), links[1])
    m.connect("elbow", lw.Revolute("y"), links[1].at(1, 0, 0), links[2])
    return lw.compile_model(m)


def four_bar() -> lw.System:
    m = lw.Model("four-bar")
    crank, coupler, rocker = (
        m.body(name, lw.Rod(length=length, mass=mass))
        for name, length, mass in (("crank", 0.2, 1.0), ("coupler", 0.9, 2.0), ("rocker", 0.5, 1.5))
    )
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    return lw.compile_model(m)


def free_ball() -> lw.System:
    m = lw.Model("ball", gravity=(0, 0, 0))
    m.connect("ball", lw.Spherical(), m.ground, m.body("stone", mass=2.0, inertia=(1.0, 2.0, 2.5)))
    return lw.compile_model(m)


SYSTEMS = {"arm": arm, "four-bar": four_bar, "beam": beam.modelled, "held beam": lambda: beam.modelled("loop")}
PAGE = 60
"""Lines."""


@pytest.mark.seed("S4.1")
@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_read_is_what_runs(name: str) -> None:
    system = SYSTEMS[name]()
    found = lw.derive(system)
    rng = np.random.default_rng(3)
    q, u = rng.uniform(-1, 1, system.layout.nq), rng.uniform(-1, 1, system.layout.nu)
    state = system.prescribed(lw.State(system.layout, q, u, 0.3))
    values = {sp.Symbol(key, real=True): x for key, x in (state.values | {"t": 0.3}).items()}
    native = {"M": system.mass_matrix(state), "h": system.evaluate("dynamics", state).h}
    native |= dict(zip(("P", "P_0", "P_00"), system.constraint_rows(state), strict=True))
    for part in ("M", "h", "P", "P_00"):
        read = getattr(found, part)
        numbers = np.array(read.evalf(17, subs=values), dtype=float).reshape(np.shape(native[part]))
        np.testing.assert_allclose(numbers, native[part], rtol=1e-10, atol=1e-10)
    # The printed form says the same once its names are put back.
    shared = dict(found.written.definitions)
    h = found.written["h"]
    for symbol in reversed(list(shared)):
        h = h.xreplace({symbol: shared[symbol]})
    numbers = np.array(h.evalf(17, subs=values), dtype=float).ravel()
    np.testing.assert_allclose(numbers, native["h"], rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_equations_fit_on_a_page(name: str) -> None:
    text = lw.derive(SYSTEMS[name]()).text()
    assert len(text.splitlines()) <= PAGE
    assert max(map(len, text.splitlines())) <= 120


def test_names_are_those_of_the_model() -> None:
    found = lw.derive(arm())
    assert "h[3] = " in found.text()
    assert "shoulder.angle_dot" in found.text()
    assert r"\dot{\varphi}_{\mathrm{shoulder}}" in found.latex()
    assert found.latex().startswith(r"\begin{aligned}")
    assert found.markdown().startswith("### arm: M u_dot = h, q = (yaw.angle, shoulder.angle, elbow.angle)")
    assert found.markdown().count("$$") % 2 == 0
    assert str(found) == found.text()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("A.angle", r"{\varphi}_{\mathrm{A}}"),
        ("A_1.angle_dot", r"\dot{\varphi}_{\mathrm{A\_1}}"),
        ("phi1_ddot", r"\ddot{\phi}_{1}"),
        ("x", "x"),
        ("u_0", "{u}_{0}"),
        ("omega_dot", r"\dot{\omega}"),
    ],
)
def test_symbols_are_set_as_one_writes_them(name: str, expected: str) -> None:
    assert latex(sp.Symbol(name)) == expected
    assert f"{{matrix}}{expected}\\end" in latex(sp.Matrix([sp.Symbol(name)]))


@pytest.mark.parametrize("name", SYSTEMS)
def test_formulas_are_broken_where_a_line_is_full(name: str) -> None:
    written = lw.derive(SYSTEMS[name]()).written
    rows = written.latex().removeprefix("\\begin{aligned}\n").removesuffix("\n\\end{aligned}").split(" \\\\\n")
    assert sum("&=" in row for row in rows) == len(list(written.lines()))
    assert any(row.startswith(r"&\quad ") for row in rows)
    # A line holds one term, or no more signs than fit; only a product in brackets is never broken.
    assert all(_signs(row) <= LATEX_WIDTH + 3 or row.count(r"\left(") > 2 for row in rows)


def test_the_arm_has_the_mass_matrix_of_the_textbook() -> None:
    M = lw.derive(arm()).M
    elbow, shoulder = (sp.Symbol(name, real=True) for name in ("elbow.angle", "shoulder.angle"))
    assert M[1, 1] == sp.Rational(5, 3) + sp.cos(elbow)
    assert M[2, 2] == sp.Rational(1, 3)
    upper = sp.cos(shoulder) ** 2 / 3
    lower = sp.cos(shoulder) ** 2 + sp.cos(shoulder) * sp.cos(shoulder + elbow) + sp.cos(shoulder + elbow) ** 2 / 3
    at = {shoulder: 0.4, elbow: -1.1}
    assert float(M[0, 0].subs(at)) == pytest.approx(float((sp.Rational(1, 3) + upper + lower).subs(at)), rel=1e-12)


def test_the_loop_of_the_four_bar_is_written_as_one_would() -> None:
    found = lw.derive(four_bar())
    a, b, c = (sp.Symbol(f"{name}.angle", real=True) for name in "ABC")
    across = 0.2 * sp.cos(a) + 0.9 * sp.cos(a + b) + 0.5 * sp.cos(a + b + c) - 0.8
    up = 0.2 * sp.sin(a) + 0.9 * sp.sin(a + b) + 0.5 * sp.sin(a + b + c)
    # The gap is written in the axes of the rocker; its length is the same in all.
    gap = sum(x**2 for x in found.g)
    for place in np.random.default_rng(2).uniform(-3, 3, (5, 3)):
        at = dict(zip((a, b, c), place, strict=True))
        assert float(gap.subs(at)) == pytest.approx(float((across**2 + up**2).subs(at)), rel=1e-9)
    assert len(found.written["P"].tolist()) == 2


def test_kinematical_equations_are_shown_where_speeds_are_not_rates() -> None:
    assert "q_dot[1] = " in lw.derive(free_ball()).text()
    assert "q_dot" not in lw.derive(arm()).text()
    assert "P1.displacement = sin(31.4159*t)/10" in lw.derive(beam.modelled()).text()


def test_a_worked_derivation_goes_from_positions_to_the_mass_matrix() -> None:
    system = arm()
    page = lw.derive(system).page()
    names = list(page.parts)
    assert names[:5] == [f"{what} of base" for what in ("r", "v", "omega", "J_T", "J_R")]
    assert names[-2:] == ["M", "h"]
    shared = dict(page.definitions)
    total = sp.zeros(3)
    for body in ("base", "upper", "lower"):
        J_T, J_R = (page[f"{what} of {body}"] for what in ("J_T", "J_R"))
        for symbol in reversed(list(shared)):
            J_T, J_R = (J.xreplace({symbol: shared[symbol]}) for J in (J_T, J_R))
        state = system.state({"yaw.angle": 0.2, "shoulder.angle": 0.5, "elbow.angle": -0.7})
        values = {sp.Symbol(key, real=True): x for key, x in state.values.items()}
        R = sp.Matrix(system.evaluate("body_poses", state).R[system.topology.body(body).number])
        J_T, J_R = (J.subs(values) for J in (J_T, J_R))
        total += J_T.T * J_T + J_R.T * R * sp.diag(0, 1 / 12, 1 / 12) * R.T * J_R
    np.testing.assert_allclose(np.array(total, dtype=float), system.mass_matrix(state), atol=1e-12)


def test_reactions_are_those_of_the_loads() -> None:
    system = arm()
    state = system.state({"shoulder.angle": 0.5, "elbow.angle": -0.7, "yaw.angle_dot": 1.0})
    written = lw.derive(system).reactions()
    motion = lw.accelerations(system, state)
    expected = lw.loads(system, state, motion)["elbow"].force
    rates = {f"{name[:-4]}_ddot": x for name, x in zip(system.layout.u, motion.u_dot, strict=True)}
    force = written["force of elbow"]
    for symbol, value in reversed(written.definitions):
        force = force.xreplace({symbol: value})
    values = {sp.Symbol(key, real=True): x for key, x in (state.values | rates).items()}
    np.testing.assert_allclose(
        np.array(force.evalf(17, subs=values), dtype=float).ravel(), expected, rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize(
    ("links", "message"),
    [(20, r"'chain': M and h take \d+ operations, more than anybody"), (31, "'chain': there are 62 speeds")],
)
def test_equations_that_nobody_can_read_are_refused(links: int, message: str) -> None:
    m = lw.Model("chain")
    before, place = m.ground, (0, 0, 0)
    for k in range(links):
        link = m.body(f"link {k}", mass=1.0, com=(0.3, 0.1, 0.2), inertia=(0.1, 0.11, 0.12))
        m.connect(f"J{k}", lw.Universal(), before.at(*place), link)
        before, place = link, (1, 0.2, 0.1)
    with pytest.raises(lw.ModelError, match=message):
        lw.derive(lw.compile_model(m))


def test_derivations_by_hand_are_read_in_the_same_way() -> None:
    system = beam.by_hand("lagrange")
    M = lw.derive(system).M
    assert M[0, 1] == sp.Rational(3, 2) * sp.cos(sp.Symbol("phi1", real=True) - sp.Symbol("phi2", real=True))
    with pytest.raises(lw.ModelError, match="reactions need bodies joined by joints"):
        lw.derive(system).reactions()
