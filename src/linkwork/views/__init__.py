"""What one looks at: pictures, tables, reports, and pages that move."""

from .of_model import scene_of_model
from .of_run import scene_of_run
from .page import write_page
from .parts import Arrow, Channel, Mode, Poses, Trace
from .scene import Scene
from .topology import draw_topology
from .view import view

__all__ = [
    "Arrow",
    "Channel",
    "Mode",
    "Poses",
    "Scene",
    "Trace",
    "draw_topology",
    "scene_of_model",
    "scene_of_run",
    "view",
    "write_page",
]
