"""Two models that are written down."""

import linkwork as lw

GIVEN = {
    "mass": 1.0,
    "com": (0.0, 0.0, 0.1),
    "at": 0.5,
    "axis": "x",
    "stiffness": 10.0,
    "name": "link",
    "hinge": "A",
    "gravity": (0.0, 0.0, -9.81),
    "value": 2.0,
    "unit": "N/m",
    "drive": 0.3,
    "locked": 0.25,
    "start": 0.0,
    "tree": None,
    "point": "tip",
    "factor": 2.0,
    "spring_first": False,
    "axes": "world",
    "times": (0.0, 1.0, 2.0),
}


def model(**changes):
    v = {**GIVEN, **changes}
    k = lw.Parameter("k", v["value"], v["unit"])
    m = lw.Model("any", gravity=v["gravity"])
    link = m.body(v["name"], mass=v["mass"], com=v["com"], inertia=(1.0, 1.0, 0.5))
    slider, arm = (m.body(name, mass=1.0, inertia=(1.0, 1.0, 1.0)) for name in ("slider", "arm"))
    link.point(v["point"], (0.0, 0.0, v["at"]))

    def spring():
        m.connect("spring", lw.Spring(v["factor"] * k + v["stiffness"], 0.1), m.ground, link[v["point"]])

    if v["spring_first"]:
        spring()
    m.connect(v["hinge"], lw.Revolute(v["axis"]), m.ground, link, initial={"angle": v["start"]}, tree=v["tree"])
    m.connect("B", lw.Prismatic("x"), link, slider, drive={"displacement": lw.Sine(v["drive"], 2.0)})
    m.connect("C", lw.Revolute("y"), slider, arm, lock={"angle": v["locked"]})
    m.connect("wind", lw.AppliedForce((1.0, lw.Table(v["times"], (0.0, 1.0, 0.0)), 0.0), axes=v["axes"]), arm)
    if not v["spring_first"]:
        spring()
    return m


OTHER = {
    "mass": 1.0 + 1e-15,
    "com": (0.0, 0.0, -0.1),
    "at": 0.6,
    "axis": "y",
    "stiffness": 11.0,
    "name": "rod",
    "hinge": "D",
    "gravity": (0.0, 0.0, -9.80),
    "value": 3.0,
    "unit": "N/mm",
    "drive": 0.4,
    "locked": 0.5,
    "start": 0.1,
    "tree": "branch",
    "point": "end",
    "factor": -2.0,
    "spring_first": True,
    "axes": "body",
    "times": (0.0, 1.0, 3.0),
}
