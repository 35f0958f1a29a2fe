"""Motions of the gallery by the bits of their numbers: run as a program, one line for each name given.

`-` before a name runs the model and says nothing of it, as work that went before; a number runs as many small models.
"""

import hashlib
import sys

import linkwork as lw
from linkwork.cli.commands.gallery import gallery_files
from linkwork.cli.commands.run import motion
from linkwork.cli.sources import read_model

SHORT = 0.3
"""Seconds of each motion."""


def bits(name: str) -> str:
    """A hash of all that a run of an example computed: times, states and channels."""
    source = read_model(gallery_files()[name])
    begin = source.begin(lw.compile_model(source.model), {})
    run = motion(source, begin.t + min(SHORT, source.duration or SHORT), {})
    content = hashlib.sha256()
    for values in (run.t, run.q, run.u, run.z, run["energy"]):
        content.update(values.tobytes())
    return f"{name} {len(run)} {content.hexdigest()[:24]}"


def others(count: int) -> None:
    """Runs of small models, no two alike: chains of other lengths and hinges, some with springs, some closed."""
    for k in range(count):
        m = lw.Model(f"other {k}")
        last = m.ground
        for j in range(1 + k % 4):
            rod = m.body(f"rod{j}", lw.Rod(length=0.4 + 0.01 * k, radius=0.01, mass=1.0 + 0.1 * j))
            hinge = (lw.Revolute("y"), lw.Revolute("z"), lw.Universal(), lw.Spherical())[(k + j) % 4]
            m.connect(f"hinge{j}", hinge, last, rod)
            last = rod.at(0.4 + 0.01 * k, 0, 0)
        if k % 3 == 0:
            m.connect("spring", lw.Spring(stiffness=50.0 + k, length=0.5), m.ground.at(1.0, 0.5, 0.2), last)
        system = lw.compile_model(m)
        lw.simulate(system, system.state(), t_end=0.05)


def main(words: list[str]) -> None:
    """Does what the words say, in their order."""
    for word in words:
        if word.isdigit():
            others(int(word))
        elif word.startswith("-"):
            bits(word[1:])
        else:
            print(bits(word), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
