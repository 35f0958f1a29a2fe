"""Coefficient tables of Runge–Kutta methods. A new method is one more file here."""

from .dop853 import DOP853
from .dormand_prince import DORMAND_PRINCE
from .implicit import ImplicitTableau
from .rk4 import RK4
from .tableau import Tableau

TABLEAUS = {table.name: table for table in (DORMAND_PRINCE, DOP853, RK4)}

__all__ = ["DOP853", "DORMAND_PRINCE", "RK4", "TABLEAUS", "ImplicitTableau", "Tableau"]
