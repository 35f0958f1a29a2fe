"""Andrews' squeezing mechanism (A03): seven small bodies in three loops, driven by a constant moment.

Data: E. Hairer, G. Wanner, "Solving Ordinary Differential Equations II", VI.9, after W. Schiehlen, "Multibody Systems
Handbook" (1990); values at 0.03 s: Test Set for IVP Solvers, PSIDE at 1e-14.
"""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled, turned

NAMES = ("O.angle", "P.angle", "B.angle", "F.angle", "A5.angle", "H.angle", "A7.angle")
START = (-0.0617138900142764, 0.0, 0.455279819163070, 0.222668390165886, 0.487364979543843, -0.222668390165886)
START = (*START, 1.23054744454982)
END = (0.1581077119629904e2, -0.1575637105984298e2, 0.4082224013073101e-1, -0.5347301163226948, 0.5244099658805304)
END = (*END, 0.5347301163226948, 0.1048080741042263e1)
RATES = (0.1139920302151208e4, -0.1424379294994111e4, 0.1103291221937134e2, 0.1929337464421385e2, 0.5735699284790808)
RATES = (*RATES, -0.1929337464421385e2, 0.3231791658026955)
LOADS = (0.1991753333731910e3, -0.2975531228015052e2, 0.2306654119098399e2, 0.3145271365475927e2)
LOADS = (*LOADS, 0.2264249232082739e2, 0.1161740700019673e2)


def model() -> lw.Model:
    m = lw.Model("squeezer", gravity=(0, 0, 0))
    g = m.ground
    bodies = [
        ("K1", 0.04325, 2.194e-6, (0.00092, 0, 0)),
        ("K2", 0.00365, 4.410e-7, (-0.0115, 0, 0)),
        ("K3", 0.02373, 5.255e-6, (0.01874, 0.01043, 0)),
        ("K4", 0.00706, 5.667e-7, (0, -0.00579, 0)),
        ("K5", 0.07050, 1.169e-5, (0.02308, 0.00916, 0)),
        ("K6", 0.00706, 5.667e-7, (0.00579, 0, 0)),
        ("K7", 0.05498, 1.912e-5, (0.01228, 0.00449, 0)),
    ]
    K1, K2, K3, K4, K5, K6, K7 = (
        m.body(name, mass=mass, com=com, inertia=(inertia, inertia, inertia)) for name, mass, inertia, com in bodies
    )
    turn = lw.Revolute("z")
    m.connect("O", turn, g.at(0, 0, 0), K1.at(0, 0, 0))
    m.connect("P", turn, K1.at(0.007, 0, 0), K2.at(0, 0, 0))
    m.connect("B", turn, g.at(-0.03635, 0.03273, 0), K3.at(0, 0, 0))
    m.connect("A5", turn, g.at(-0.06934, -0.00227, 0), K5.at(0, 0, 0))
    m.connect("F", turn, K5.at(0.04, 0, 0), K4.at(0, 0, 0))
    m.connect("A7", turn, g.at(-0.06934, -0.00227, 0), K7.at(0, 0, 0))
    m.connect("H", turn, K7.at(0, -0.04, 0), K6.at(0, 0, 0))
    node = K2.at(-0.028, 0, 0)
    m.connect("E3", lw.PointOnLine("z"), node, K3.at(0, -0.035, 0))
    m.connect("E4", lw.PointOnLine("z"), node, K4.at(0, -0.02, 0))
    m.connect("E6", lw.PointOnLine("z"), node, K6.at(0.02, 0, 0))
    m.connect("spring", lw.Spring(stiffness=4530, length=0.07785), g.at(0.014, 0.072, 0), K3.at(0.02, -0.018, 0))
    m.connect("motor", lw.HingeForce(0.033), "O.angle")
    return m


def check() -> Iterator[Figure]:
    system = compiled(model())
    start = lw.assemble(system, guess=dict(zip(NAMES, START, strict=True)))
    at_first = system.channels(start)
    yield compare("start", [at_first[name] for name in NAMES], START, 1e-14, allowed=1e-10)
    run = lw.simulate(system, start, 0.03, rtol=1e-12, atol=1e-13)
    yield compare("angles", turned([run[name][-1] for name in NAMES], END), END, 1e-14, allowed=1e-8)
    yield compare("rates", [run[f"{name}_dot"][-1] for name in NAMES], RATES, 1e-14, allowed=1e-8)
    felt = np.ravel([run.load(name, axes="world").force[-1][:2] for name in ("E3", "E4", "E6")])
    yield compare("forces in the node", felt, LOADS, 1e-14, allowed=1e-6)


def cases() -> Iterator[Case]:
    yield Case("andrews_squeezer", "Andrews' squeezing mechanism, 0.03 s", check, (model,))
