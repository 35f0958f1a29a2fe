"""What one looks at: pictures, tables, reports, and pages that move."""

from .linear_plots import plot_modes, plot_response, shapes_of
from .model_scene import scene_of_model
from .page import write_page
from .parts import Arrow, Mode, Poses, Series, Trace
from .pictures import animate, picture
from .plots import plot, plot_energy, plot_phase
from .run_scene import scene_of_run
from .scene import Scene
from .topology import draw_topology
from .view import view

__all__ = [
    "Arrow",
    "Mode",
    "Poses",
    "Scene",
    "Series",
    "Trace",
    "animate",
    "draw_topology",
    "picture",
    "plot",
    "plot_energy",
    "plot_modes",
    "plot_phase",
    "plot_response",
    "scene_of_model",
    "scene_of_run",
    "shapes_of",
    "view",
    "write_page",
]
