"""Figures of theory pages, drawn by code: `python -m tools.theory_figures` writes them into `docs/images/theory`.

Curves are computed by linkwork where it computes them, and from the formula of the page elsewhere.
"""

from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.elements.actuators.muscle_curves import active_force, passive_force, velocity_force
from linkwork.views.figures import new_figure
from linkwork.views.palette import COLORS, GREY, INK

DOCS = Path(__file__).parents[1] / "docs"
FOLDER = DOCS / "images" / "theory"
RULED = ("left", "bottom")


def panels(*titles: str, height: float = 2.6) -> tuple[Any, list[Any]]:
    """A figure with axes side by side."""
    figure = new_figure("the figure", figsize=(3.4 * len(titles), height))
    axes = [figure.add_subplot(1, len(titles), k + 1) for k in range(len(titles))]
    for one, title in zip(axes, titles, strict=True):
        one.set_title(title, fontsize=10, color=INK)
        one.tick_params(labelsize=8, colors=INK)
        for side, spine in one.spines.items():
            spine.set_visible(side in RULED)
    return figure, axes


def contact_laws() -> Any:
    """Signorini's, Coulomb's and Newton's laws."""
    figure, (normal, friction, impact) = panels("normal force", "friction", "impact")
    normal.plot([0, 0, 1], [1, 0, 0], color=COLORS[0], lw=2.5)
    normal.set(xlabel="gap $g$", ylabel=r"$\lambda_N$", xlim=(-0.3, 1), ylim=(-0.1, 1))
    friction.plot([-1, 0, 0, 1], [1, 1, -1, -1], color=COLORS[1], lw=2.5)
    friction.set(xlabel=r"sliding $\gamma_T$", ylabel=r"$\lambda_T$", xlim=(-1, 1), ylim=(-1.4, 1.4), yticks=[-1, 0, 1])
    friction.set_yticklabels([r"$-\mu\lambda_N$", "0", r"$\mu\lambda_N$"])
    for k, e in enumerate((0.0, 0.5, 1.0)):
        impact.plot([-1, 0], [e, 0], color=COLORS[k], lw=2, label=f"e = {e:g}")
    impact.set(xlabel=r"$\gamma_N^-$", ylabel=r"$\gamma_N^+$")
    impact.legend(frameon=False, fontsize=8)
    for one in (normal, friction):
        one.set_xticks([0])
    normal.set_yticks([0])
    return figure


def parallelogram() -> lw.Model:
    """The one of the page of loops, driven."""
    m = lw.Model("parallelogram")
    bars = [m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("left", 0.2), ("over", 0.6), ("right", 0.2))]
    m.connect("A", lw.Revolute("y"), m.ground, bars[0])
    m.connect("B", lw.Revolute("y"), bars[0].at(0.2, 0, 0), bars[1])
    m.connect("C", lw.Revolute("y"), bars[1].at(0.6, 0, 0), bars[2])
    m.connect("D", lw.Revolute("y"), bars[2].at(0.2, 0, 0), m.ground.at(0.6, 0, 0))
    return m


def singular() -> Any:
    """The smallest singular value that counts, of the rows of a parallelogram as it turns."""
    system, angles, least = lw.compile_model(parallelogram()), np.radians(np.linspace(-60, 60, 61)), []
    for angle in angles:
        state = system.state({"A.angle": angle, "B.angle": -angle, "C.angle": np.pi + angle})
        P, _, _ = system.constraint_rows(state)
        least.append(np.linalg.svd(P, compute_uv=False)[1])
    figure, (axes,) = panels("rank of the rows of a loop")
    axes.plot(np.degrees(angles), least, color=COLORS[0], lw=2)
    axes.plot([0], [0], "o", color=COLORS[1])
    axes.annotate("all bars in line", (0, 0), (14, 0.02), fontsize=8, color=INK)
    axes.set(xlabel="crank, degrees", ylabel="singular value of P")
    return figure


def amplification() -> Any:
    """The spectral radius of generalized-α over ω h, from its own formulas."""
    figure, (axes,) = panels("generalized-α", height=2.6)
    wh = np.logspace(-2, 3, 300)
    for k, rho in enumerate((1.0, 0.8, 0.5, 0.0)):
        am, af = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
        gamma, beta = 0.5 - am + af, 0.25 * (1 - am + af) ** 2
        radii = []
        for x in wh:
            new = np.array([[1, 0, -beta], [0, 1, -gamma], [(1 - af) * x**2, 0, 1 - am]])
            old = np.array([[1, 1, 0.5 - beta], [0, 1, 1 - gamma], [-af * x**2, 0, -am]])
            radii.append(abs(np.linalg.eigvals(np.linalg.solve(new, old))).max())
        axes.semilogx(wh, radii, color=COLORS[k], lw=2, label=rf"$\rho_\infty$ = {rho:g}")
    axes.set(xlabel=r"$\omega h$", ylabel="spectral radius", ylim=(-0.05, 1.1))
    axes.legend(frameon=False, fontsize=8, loc="lower left")
    return figure


def muscle() -> Any:
    """The curves of De Groote and others, as linkwork has them."""
    figure, (along, fast) = panels("force over length", "force over velocity")
    x, v = np.linspace(0.3, 1.7, 141), np.linspace(-1, 1, 141)
    along.plot(x, [active_force(y) for y in x], color=COLORS[0], lw=2, label="active")
    along.plot(x, [passive_force(y) for y in x], color=COLORS[1], lw=2, label="passive")
    along.set(xlabel="fibre length / optimal length", ylabel="force / greatest force", ylim=(0, 1.6))
    along.legend(frameon=False, fontsize=8)
    fast.plot(v, [velocity_force(y) for y in v], color=COLORS[2], lw=2)
    fast.axvline(0, color=GREY, lw=0.6)
    fast.set(xlabel="velocity / greatest velocity")
    return figure


def frames() -> Any:
    """The frames of a connection."""
    figure = new_figure("the figure", figsize=(6.8, 2.4))
    axes = figure.add_subplot()
    axes.set_aspect("equal")
    axes.axis("off")
    places = {"P": (0, 0, 0.1), "F": (2.0, 0.7, 0.5), "M": (3.0, 1.0, 0.9), "B": (5.2, 0.3, -0.2)}
    outline = np.linspace(0, 2 * np.pi, 90)
    for centre, wide, color in (((0.9, 0.3), 1.7, COLORS[0]), ((4.2, 0.6), 1.75, COLORS[1])):
        axes.fill(
            centre[0] + wide * np.cos(outline),
            centre[1] + 0.75 * np.sin(outline + 0.1),
            color=color,
            alpha=0.15,
        )
    for name, (x, y, turn) in places.items():
        for angle in (turn, turn + np.pi / 2):
            arrow = {"arrowstyle": "->", "color": INK, "lw": 1.4}
            axes.annotate("", (x + 0.42 * np.cos(angle), y + 0.42 * np.sin(angle)), (x, y), arrowprops=arrow)
        axes.text(x - 0.08, y - 0.22, name, fontsize=11, color=INK, ha="right")
    for a, b, said in (("P", "F", "$X_{PF}$"), ("F", "M", "$X_{FM}(q, t)$"), ("B", "M", "$X_{BM}$")):
        (x, y, _), (u, w, _) = places[a], places[b]
        bent = {"arrowstyle": "-|>", "color": GREY, "connectionstyle": "arc3,rad=-0.25", "lw": 1.2}
        axes.annotate("", (u, w), (x, y), arrowprops=bent)
        axes.text((x + u) / 2, (y + w) / 2 + 0.45, said, fontsize=10, color=INK, ha="center")
    axes.text(0.2, -0.62, "first body P", fontsize=9, color=COLORS[0])
    axes.text(4.4, -0.62, "second body B", fontsize=9, color=COLORS[1])
    axes.set(xlim=(-1, 6.2), ylim=(-0.8, 1.9))
    return figure


FIGURES = {
    "contact_laws": contact_laws,
    "singular": singular,
    "amplification": amplification,
    "muscle": muscle,
    "frames": frames,
}


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in FIGURES.items():
        path = FOLDER / f"{name}.png"
        draw().savefig(path, dpi=90, pil_kwargs={"optimize": True})
        print(f"  {path.relative_to(DOCS)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
