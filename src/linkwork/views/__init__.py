"""What one looks at: pictures, tables, reports, and pages that move."""

from .campbell_plot import plot_campbell
from .compared_runs import scene_of_runs
from .display import display_html
from .linear_plots import plot_modes, plot_response, plot_stability, shapes_of
from .model_scene import scene_of_model
from .page import Page, write_page
from .parts import Arrow, Deformation, Lit, Mode, Poses, Series, TimeMark, TouchingPoint, Trace
from .pictures import animate, picture
from .plots import plot, plot_energy, plot_phase
from .run_scene import scene_of_run
from .scene import Scene
from .topology import draw_topology
from .view import view

__all__ = [
    "Arrow",
    "Deformation",
    "Lit",
    "Mode",
    "Page",
    "Poses",
    "Scene",
    "Series",
    "TimeMark",
    "TouchingPoint",
    "Trace",
    "animate",
    "display_html",
    "draw_topology",
    "picture",
    "plot",
    "plot_campbell",
    "plot_energy",
    "plot_modes",
    "plot_phase",
    "plot_response",
    "plot_stability",
    "scene_of_model",
    "scene_of_run",
    "scene_of_runs",
    "shapes_of",
    "view",
    "write_page",
]
