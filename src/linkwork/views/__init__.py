"""What one looks at: pictures, tables, reports."""

from .topology import draw_topology

__all__ = ["draw_topology"]
