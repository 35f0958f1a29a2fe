"""What cannot be derived or compiled is named and explained."""

from collections.abc import Callable

import pytest
import sympy as sp

import linkwork as lw

q, u, t = lw.motion_symbols("x y")
m, k, f = sp.symbols("m k f")
T, V = m * (u[0] ** 2 + u[1] ** 2) / 2, k * q[0] ** 2 / 2


def lagrange(T: object = T, V: object = V, q: object = q, **more: object) -> lw.LagrangeEquations:
    return lw.LagrangeEquations(T, V, q, **more)  # type: ignore[arg-type]


def compiled(equations: lw.LagrangeEquations, parameters: object = None, **more: object) -> lw.System:
    given = {m: 1.0, k: 2.0} if parameters is None else parameters
    return lw.compile_equations(equations, given, **more)  # type: ignore[arg-type]


def body(**more: object) -> lw.RigidBody:
    given = {"position": [q[0], q[1], 0], "mass": m, "inertia": sp.eye(3)} | more
    return lw.RigidBody("plate", **given)  # type: ignore[arg-type]


CASES: dict[str, tuple[Callable[[], object], str]] = {
    "unknown symbol": (
        lambda: compiled(lagrange(V=V + sp.Symbol("kk") * q[1])),
        r"energy V: the symbol kk is neither a coordinate \(x, y\), a speed \(x_dot, y_dot\), time \(t\) nor a par",
    ),
    "unknown symbol in a force": (
        lambda: compiled(lagrange(forces=[f, 0])),
        r"forces: the symbol f is neither .* Give it a value with parameters=\{f: …\}, a law with inputs=",
    ),
    "same name, other symbol": (
        lambda: lagrange(V=V + sp.Symbol("x") ** 2),
        "potential energy V: its x is another symbol than the one of the same name",
    ),
    "two parameters of one name": (
        lambda: lagrange(V=V + sp.Symbol("m", positive=True)),
        "potential energy V: two symbols are called m",
    ),
    "T not quadratic": (
        lambda: lagrange(T=T + u[0] ** 3).derived,
        r"kinetic energy T: it is not quadratic in the speeds: ∂²T/∂u∂u contains x_dot",
    ),
    "no mass": (lambda: lagrange(T=m * u[0] ** 2).derived, "kinetic energy T: it does not contain the speed y_dot"),
    "V with speeds": (lambda: lagrange(V=V + u[0]), "potential energy V: it contains speeds"),
    "T a matrix": (lambda: lagrange(T=sp.Matrix([T, T])), "kinetic energy T: is one expression, has 2 entries"),
    "constraint without coordinates": (
        lambda: lagrange(constraints={"rail": sp.sin(t) - k}),
        r"constraint 'rail': .*sin\(t\).* = 0, does not involve the coordinates x, y; no motion can meet it",
    ),
    "one row without coordinates": (
        lambda: lagrange(constraints={"rail": [q[0] - 1, k]}),
        "constraint 'rail': row 2, k = 0, does not involve",
    ),
    "constraint not linear in speeds": (
        lambda: lagrange(constraints={"rail": u[0] ** 2 - 1}),
        "constraint 'rail': it contains speeds and is not linear in them",
    ),
    "law without meaning": (
        lambda: lagrange(V=sp.Function("F")(q[0])),
        r"potential energy V: F\(x\) \(F\) has no counterpart here.* It has no numeric meaning as it stands",
    ),
    "integral": (
        lambda: lagrange(forces=[sp.Integral(sp.exp(-(q[0] ** 2)), (q[0], 0, q[1])), 0]),
        "forces: .* has no numeric meaning as it stands",
    ),
    "open Piecewise": (
        lambda: lagrange(forces=[sp.Piecewise((q[0], q[0] < 0)), 0]),
        r"forces: .*is not defined everywhere; end it with \(value, True\)",
    ),
    "coordinate a number": (lambda: lagrange(q=[q[0], 3]), "coordinates: 3 is not a symbol"),
    "no coordinates": (lambda: lagrange(q=[]), "coordinates: there are none"),
    "speeds missing": (lambda: lagrange(u=[u[0]]), "speeds: 1 are given for 2 coordinates"),
    "symbol used twice": (lambda: lagrange(u=[u[0], u[0]]), "the symbol x_dot stands for two things"),
    "forces too few": (lambda: lagrange(forces=[f]), "forces: 1 are given for 2 coordinates"),
    "force on a parameter": (lambda: lagrange(forces={m: f}), "forces: m is none of the coordinates x, y"),
    "frame without rotation": (lambda: lagrange(frames={"tip": [1, 2, 3]}), "frame 'tip': give .position, rotation."),
    "frame in the plane": (
        lambda: lagrange(frames={"tip": ([1, 2], None)}),
        "frame 'tip': position: needs three components, has 2",
    ),
    "parameter unknown": (
        lambda: compiled(lagrange(), {m: 1, k: 1, "q": 2}),
        "parameters: there is no symbol in these equations 'q'",
    ),
    "parameter a coordinate": (
        lambda: compiled(lagrange(), {q[0]: 1}),
        "parameters: x is a coordinate, a speed or time",
    ),
    "parameter no number": (lambda: compiled(lagrange(), {m: "heavy"}), "parameters: m = 'heavy' is not a number"),
    "parameter not finite": (lambda: compiled(lagrange(), {m: float("nan")}), "parameters: m is nan"),
    "input and parameter": (
        lambda: compiled(lagrange(forces=[f, 0]), {m: 1, k: 1, f: 1}, inputs={f: 0}),
        "f is both a parameter and an input",
    ),
    "input in an energy": (
        lambda: compiled(lagrange(T=T * (1 + f)), {m: 1, k: 1}, inputs={f: lw.Law(lambda x: x, q[0])}),
        "input f: it stands in the energies, which is differentiated",
    ),
    "input in a constraint": (
        lambda: compiled(lagrange(constraints={"rail": q[0] - f}), None, inputs={f: t}),
        "input f: it stands in a constraint",
    ),
    "law that cannot be traced": (
        lambda: compiled(lagrange(forces=[f, 0]), None, inputs={f: lw.Law(lambda x: 1.0 if x < 0 else 2.0, q[0])}),
        r"input f: its law cannot be traced: .*lw.opaque\(function, 1\)",
    ),
    "law with two values": (
        lambda: compiled(lagrange(forces=[f, 0]), None, inputs={f: lw.Law(lambda x: [x, x], q[0])}),
        "input f: its law gives 2 values",
    ),
    "law of itself": (
        lambda: compiled(lagrange(forces=[f, 0]), None, inputs={f: lw.Law(lambda y: y + 1.0, f)}),
        "input f: its law depends on itself",
    ),
    "no bodies": (lambda: lw.NewtonEuler([], q), "bodies: give at least one"),
    "two bodies of one name": (lambda: lw.NewtonEuler([body(), body()], q), "each with a name of its own"),
    "position with speeds": (
        lambda: lw.NewtonEuler([body(position=[u[0], 0, 0])], q),
        "body 'plate': position: it contains speeds",
    ),
    "angular velocity not linear": (
        lambda: lw.NewtonEuler([body(angular_velocity=[0, 0, u[0] ** 2])], q),
        "body 'plate': angular_velocity: it is not linear in the speeds",
    ),
    "inertia of wrong shape": (
        lambda: lw.NewtonEuler([body(inertia=sp.eye(2))], q),
        "body 'plate': inertia: needs 3 × 3 entries, has 4",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_named_and_explained(name: str) -> None:
    wrong, message = CASES[name]
    with pytest.raises(lw.ModelError, match=message):
        wrong()
