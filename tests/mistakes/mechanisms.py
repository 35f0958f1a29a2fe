"""Small models on which the mistakes are made."""

from typing import Any

import linkwork as lw


def four_bar(
    coupler: float = 0.9, axis: str = "y", crank: dict[str, Any] | None = None, **drives: Any
) -> tuple[lw.Model, lw.System]:
    """Crank 0.2 m, coupler, rocker 0.5 m, ground 0.8 m; `axis` is that of hinge C, `drives` are by hinge."""
    m = lw.Model("four-bar")
    rods = [
        m.body("crank", *([lw.Rod(length=0.2, mass=1.0)] if crank is None else []), **(crank or {})),
        m.body("coupler", lw.Rod(length=coupler, mass=1.0)),
        m.body("rocker", lw.Rod(length=0.5, mass=1.0)),
    ]

    def drive(name: str) -> dict[str, Any]:
        return {"drive": {"angle": drives[name]}} if name in drives else {}

    m.connect("A", lw.Revolute("y"), m.ground, rods[0], **drive("A"))
    m.connect("B", lw.Revolute("y"), rods[0].at(0.2, 0, 0), rods[1])
    m.connect("C", lw.Revolute(axis), rods[1].at(coupler, 0, 0), rods[2].at(0.5, 0, 0))
    m.connect("D", lw.Revolute("y"), m.ground.at(0.8, 0, 0), rods[2], **drive("D"))
    return m, lw.compile_model(m)


def block(*forces: tuple[str, Any], x: float = 0.1, **body: Any) -> tuple[lw.System, lw.State]:
    """A block on a slide, with forces between the wall and it."""
    m = lw.Model("block", gravity=(0, 0, 0))
    mass = m.body("block", **{"mass": 1.0, **body})
    m.connect("slide", lw.Prismatic("x"), m.ground, mass)
    for name, element in forces:
        m.connect(name, element, m.ground.at(-1, 0, 0), mass)
    system = lw.compile_model(m)
    return system, system.state({"slide.displacement": x})


def pendulum() -> tuple[lw.Model, lw.System]:
    """A rod on a hinge."""
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("hinge", lw.Revolute("y"), m.ground, rod)
    return m, lw.compile_model(m)
