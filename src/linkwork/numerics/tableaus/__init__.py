"""Coefficient tables of Runge–Kutta methods. A new method is one more file here."""

from .explicit import DOP853, DORMAND_PRINCE, RK4
from .implicit import ImplicitTableau
from .tableau import Tableau

TABLEAUS = {table.name: table for table in (DORMAND_PRINCE, DOP853, RK4)}

__all__ = ["DOP853", "DORMAND_PRINCE", "RK4", "TABLEAUS", "ImplicitTableau", "Tableau"]
