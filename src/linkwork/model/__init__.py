"""The description that a user edits: bodies, points, connections."""

from .body import Body, Ground, Point
from .compare import differences
from .connection import Connection, Coordinate
from .model import Model, starting_values

__all__ = ["Body", "Connection", "Coordinate", "Ground", "Model", "Point", "differences", "starting_values"]
