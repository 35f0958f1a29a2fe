"""Libraries of sparse factors, by the name under which they are asked for. Packages are imported when one is made."""

from __future__ import annotations

from .klu import Klu
from .library import Library, SingularError, Solve
from .pardiso import Pardiso
from .qdldl import Qdldl
from .superlu import SuperLU
from .umfpack import Umfpack

LIBRARIES: dict[str, type[Library]] = {
    "superlu": SuperLU,
    "umfpack": Umfpack,
    "klu": Klu,
    "pardiso": Pardiso,
    "qdldl": Qdldl,
}
"""All of them; what linkwork does itself, "fronts", is not among them."""

__all__ = ["LIBRARIES", "Library", "SingularError", "Solve", "SuperLU"]
