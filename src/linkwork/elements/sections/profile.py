"""Rolled profiles by name."""

from __future__ import annotations

from ...contract import ModelError
from ...contract.errors import unknown
from .i_profile import IProfile

PROFILES: dict[str, tuple[float, float, float, float, float]] = {
    "IPE 80": (80, 46, 3.8, 5.2, 5),
    "IPE 100": (100, 55, 4.1, 5.7, 7),
    "IPE 120": (120, 64, 4.4, 6.3, 7),
    "IPE 140": (140, 73, 4.7, 6.9, 7),
    "IPE 160": (160, 82, 5.0, 7.4, 9),
    "IPE 180": (180, 91, 5.3, 8.0, 9),
    "IPE 200": (200, 100, 5.6, 8.5, 12),
    "IPE 220": (220, 110, 5.9, 9.2, 12),
    "IPE 240": (240, 120, 6.2, 9.8, 15),
    "IPE 270": (270, 135, 6.6, 10.2, 15),
    "IPE 300": (300, 150, 7.1, 10.7, 15),
    "IPE 400": (400, 180, 8.6, 13.5, 21),
    "HEA 100": (96, 100, 5.0, 8.0, 12),
    "HEA 120": (114, 120, 5.0, 8.0, 12),
    "HEA 140": (133, 140, 5.5, 8.5, 12),
    "HEA 160": (152, 160, 6.0, 9.0, 15),
    "HEA 200": (190, 200, 6.5, 10.0, 18),
    "HEA 300": (290, 300, 8.5, 14.0, 27),
    "HEB 100": (100, 100, 6.0, 10.0, 12),
    "HEB 140": (140, 140, 7.0, 12.0, 12),
    "HEB 200": (200, 200, 9.0, 15.0, 18),
    "HEB 300": (300, 300, 11.0, 19.0, 27),
}
"""h, b, t_w, t_f, r in mm (EN 10365)."""


def profile(name: str) -> IProfile:
    """The rolled section of a name, `lw.profile("IPE 200")`: web along z, strong axis y."""
    words = " ".join(str(name).upper().split())
    if words not in PROFILES:
        words = f"{words[:3]} {words[3:].strip()}"
    if words not in PROFILES:
        raise ModelError(_unknown_profile(name, words))
    return IProfile(*(1e-3 * size for size in PROFILES[words]))


def _unknown_profile(name: str, words: str) -> str:
    """A sentence with the nearest size of the series, where there is such a series."""
    series, _, size = words.partition(" ")
    sizes = [int(known.split()[1]) for known in PROFILES if known.split()[0] == series]
    if not sizes or not size.isdecimal():
        return unknown("profile", name, [*PROFILES])
    nearest = min(sizes, key=lambda other: abs(other - int(size)))
    return f"there is no profile {name!r}. Did you mean '{series} {nearest}'?"
