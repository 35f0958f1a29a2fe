"""Hanging chain: many short links swing like Bernoulli's heavy rope."""

import numpy as np
from scipy.special import j0, jn_zeros

import linkwork as lw

LINKS, LENGTH, MASS = 12, 1.2, 0.6
DURATION = 3.0
TRACES = [lw.Trace("end", f"link{LINKS}", (0, 0, -LENGTH / LINKS))]


def model() -> lw.Model:
    m = lw.Model("hanging chain")
    end, piece = m.ground.at(0, 0, 0), LENGTH / LINKS
    for k in range(1, LINKS + 1):
        link = m.body(f"link{k}", lw.Rod(length=piece, radius=0.01, mass=MASS / LINKS, rotate={"y": np.pi / 2}))
        m.connect(f"pin{k}", lw.Revolute("-y"), end, link)
        end = link.at(0, 0, -piece)
    return m


def rope_frequency() -> float:
    """ω of the lowest mode of a rope: the first zero of J₀ is 2 ω √(l/g)."""
    return float(jn_zeros(0, 1)[0] / 2 * np.sqrt(9.81 / LENGTH))


def start(system: lw.System, amplitude: float = 0.2) -> lw.State:
    """At rest in the shape of the rope's lowest mode."""
    below = np.linspace(LENGTH, 0.0, LINKS + 1)
    across = amplitude * j0(2 * rope_frequency() * np.sqrt(below / 9.81))
    slopes = np.arcsin(np.diff(across) / (LENGTH / LINKS))
    turns = np.diff(slopes, prepend=0.0)
    return system.state({f"pin{k}.angle": turn for k, turn in enumerate(turns, start=1)})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    middle = lw.Event("through the middle", f"link{LINKS}.position.x")
    run = lw.simulate(system, start(system, 1e-3), t_end=6.0, events=[middle])
    crossings = np.array([event.t for event in run.events])
    return {"frequency": float(np.pi / np.diff(crossings).mean()), "rope": rope_frequency()}
