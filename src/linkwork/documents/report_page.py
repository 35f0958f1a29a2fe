"""`report_page`: a run, an equilibrium or a study as one document to print, sign and keep."""

from __future__ import annotations

import platform
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any

from .._version import __version__
from ..analyses.equilibrium import Equilibrium
from ..analyses.mobility import mobility
from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, TEXT_ARGUMENT, takes
from ..model import Model
from ..results import State, Trajectory
from ..results.verdict import VerdictWarning
from ..studies.study_result import Study
from ..system import System, compile_model
from ..views.page import Page
from ..views.pictures import Camera, on_paper, paper_figure, poses_on_paper
from ..views.poses import poses_of_states
from ..views.topology import draw_topology
from .model_tables import gravity_text, model_tables
from .report_parts import ReportSection, image_html, paragraph, printed, report_html, verdict_html
from .report_results import equilibrium_sections, model_of_study, run_sections, study_sections

REPORT_ROWS = 200
"""Rows of a table; what is left out is said."""
LARGEST_TOPOLOGY = 60
"""Bodies up to which the topology is drawn."""


@dataclass(frozen=True, eq=False)
class ReportSubject:
    """What a report is about."""

    title: str
    model: Model | None
    system: System | None
    state: State | None
    words: str
    """Bodies, tree, loops and coordinates in words."""
    drawing: str
    results: Sequence[ReportSection]
    verdict: Any
    certificate: str
    versions: dict[str, str]


@takes(path=FILE_ARGUMENT, title=TEXT_ARGUMENT, note=TEXT_ARGUMENT)
def report_page(
    result: Any, path: str | PathLike[str], *, title: str = "", note: str = "", channels: Sequence[str] = ()
) -> Path:
    """The file written: one HTML document about a run, an equilibrium or a study, made to be printed.

    It holds a drawing and the topology of the model, its data with units, what can move, results, plots, the loads of
    all connections, the certificate, and versions. `note` is a text at the top, `channels` are further ones to show. It
    has no script and fetches nothing. `lw.print_pdf` makes a PDF of it.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VerdictWarning)  # the verdict stands at the top
        subject = subject_of(result, channels)
    named = title or subject.title
    made = f"Made by linkwork {__version__} on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC."
    lead = paragraph(made) + "".join(map(paragraph, note.split("\n\n"))) + verdict_html(subject.verdict)
    sections = [*model_sections(subject), *subject.results, ReportSection("Certificate", printed(subject.certificate))]
    sections.append(ReportSection("Versions", printed("\n".join(f"{k:<12}{v}" for k, v in subject.versions.items()))))
    return Page(named, report_html(named, lead, sections)).save(path)


def subject_of(result: Any, channels: Sequence[str] = ()) -> ReportSubject:
    """What is said of a result; an error where it is none that a report can be made of."""
    if isinstance(result, Trajectory):
        if not len(result):
            raise ModelError(f"report_page: the run of {result.model.name!r} has no states: {result.status}.")
        return _of_run(result, channels)
    if isinstance(result, Equilibrium):
        return _of_equilibrium(result, channels)
    if isinstance(result, Study):
        if channels:
            raise ModelError("report_page: a study has no channels; measure them in the study.")
        return _of_study(result)
    raise ModelError(
        f"report_page: {type(result).__name__} has no report; give a run of lw.simulate, an equilibrium or a study."
    )


def _of_run(run: Trajectory, channels: Sequence[str]) -> ReportSubject:
    coordinates = run.provider.compiled_as
    system = None if coordinates is None else compile_model(run.model, coordinates)
    figure = paper_figure(on_paper(run, (), Camera()), run.model.name, -1, 3)
    return ReportSubject(
        title=f"Run of {run.model.name}",
        model=run.model,
        system=system,
        state=None if system is None else replace(run.state(0), layout=system.layout),
        words=run.provider.report(),
        drawing=image_html(figure, f"At t = {run.t[-1]:g} s, with earlier configurations behind it", "png"),
        results=run_sections(run, channels, REPORT_ROWS),
        verdict=run.verdict,
        certificate=str(run.certificate),
        versions={**_versions(), **run.certificate.versions},
    )


def _of_equilibrium(eq: Equilibrium, channels: Sequence[str]) -> ReportSubject:
    model = eq.system.model
    return ReportSubject(
        title=f"Equilibrium of {model.name}",
        model=model,
        system=eq.system,
        state=eq.state,
        words=eq.system.channels.provider.report(),
        drawing=_still(eq.system, eq.state, "In equilibrium"),
        results=equilibrium_sections(eq, channels, REPORT_ROWS),
        verdict=eq.verdict,
        certificate=f"{eq.verdict}\nresidual {eq.residual:.2e}, found by {eq.way}",
        versions=_versions(),
    )


def _of_study(study: Study) -> ReportSubject:
    model = model_of_study(study)
    system = None if model is None else compile_model(model)
    failures = "\n".join(f"member {k}: {said}" for k, said in list(study.failures.items())[:REPORT_ROWS])
    return ReportSubject(
        title=f"Study of {study.name}",
        model=model,
        system=system,
        state=None if system is None else system.rest,
        words="" if system is None else system.channels.provider.report(),
        drawing="" if system is None else _still(system, system.rest, "As it was drawn"),
        results=study_sections(study, REPORT_ROWS),
        verdict=study.verdict,
        certificate=f"{study.verdict}\n{failures}",
        versions=_versions(),
    )


def _still(system: System, state: State, caption: str) -> str:
    paper = poses_on_paper(system.model, poses_of_states(system, [state]), Camera())
    return image_html(paper_figure(paper, system.model.name), caption, "png")


def model_sections(subject: ReportSubject) -> list[ReportSection]:
    """Drawing, topology, data and mobility."""
    model = subject.model
    if model is None:
        return [ReportSection("Model", paragraph("The study was read from a file, which does not hold the model."))]
    tree = len(model.bodies) <= LARGEST_TOPOLOGY
    topology = image_html(draw_topology(model), "Bodies, branches of the tree, loops and forces") if tree else ""
    found = [
        ReportSection("Model", subject.drawing),
        ReportSection("Topology", topology + printed(subject.words)),
        ReportSection("Data", paragraph(f"Gravity {gravity_text(model)}.") + model_tables(model, REPORT_ROWS)),
    ]
    if subject.system is not None and subject.state is not None:
        found.append(ReportSection("Mobility", printed(_mobility_text(subject.system, subject.state))))
    return found


def _mobility_text(system: System, state: State) -> str:
    try:
        return str(mobility(system, state))
    except ModelError as error:  # a law may have no solution at the configurations nearby that are looked at
        return f"Not determined at t = {state.t:g}: {error}"


def _versions() -> dict[str, str]:
    found = {"linkwork": __version__, "python": platform.python_version()}
    return found | {name: version(name) for name in ("numpy", "scipy", "llvmlite", "matplotlib")}
