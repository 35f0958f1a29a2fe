"""Numbers with units: "20 cm", "30 deg", "5 N*m/deg".

Pint knows the units. Three things are stricter here than there: an angle is a dimension, so that 5 Hz is not 5 rad/s
and 5 mm/turn not 5 mm/rad; units with an offset (degC) are refused; and text reaches pint only when it is a plain
product of units with small powers. Numbers are converted in decimal arithmetic: "7 cm" is 0.07 to the last digit.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

from .errors import ModelError

MOST_UNIT_CHARACTERS = 200
"""Characters of a number with its unit."""

NUMBER_PATTERN = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?"
_QUANTITY = re.compile(rf"\s*(?P<number>(?>{NUMBER_PATTERN}))\s*(?P<unit>(?:1\s*/\s*)?(?:[^\W\d]|[%°(]).*)?", re.DOTALL)
_TOKEN = re.compile(
    r"\s*(?:[^\W\d]\w*|[%°]|\*\*\s*-?[0-9]{1,2}(?:\.[0-9]{1,2})?(?![\w.]|\s*\*\*)|1(?=\s*/)|(?!\*\*)[*/()])\s*"
)
_BASES = ("meter", "kilogram", "second", "radian", "ampere", "kelvin")
_COHERENT = {
    "m": (1, 0, 0),
    "kg": (0, 1, 0),
    "s": (0, 0, 1),
    "rad": (0, 0, 0, 1),
    "A": (0, 0, 0, 0, 1),
    "K": (0, 0, 0, 0, 0, 1),
    "N": (1, 1, -2),
    "J": (2, 1, -2),
    "W": (2, 1, -3),
    "Pa": (-1, 1, -2),
    "Hz": (0, 0, -1),
    "V": (2, 1, -3, 0, -1),
}
"""SI units without prefixes, as powers of base units: what models use most needs no table of units."""
_SI_PRODUCT = re.compile(r"(?:1|[A-Za-z]+(?:\*\*-?\d)?)(?:[*/][A-Za-z]+(?:\*\*-?\d)?)*")
_TOGETHER = frozenset(f"{prefix}N{m}{s}" for prefix in ("", "k", "m") for m in ("m", "mm", "cm") for s in ("", "s"))
"""Products without a sign, which pint would read as other units: Nm as a number of metres in a kilogram of yarn."""
_SIGNS = str.maketrans({"·": "*", "^": "**", "²": "**2", "³": "**3", "−": "-"})

Base = frozenset[tuple[str, Decimal]]
Unit = tuple[Decimal, Base]


def quantity(text: str, unit: str | None) -> float | None:
    """The number that "20 cm" is in `unit`, None where the text is not a number with or without a unit.

    Without a unit of its own the number is in `unit` already. Where `unit` is None any dimension is allowed, and the
    number comes in SI units.
    """
    parts = split_quantity(text)
    if parts is None:
        return None
    number, given = parts
    if not given or given == unit:
        return float(number)
    return float(Decimal(number) * _factor(text.strip(), given, unit))


def as_si(number: float, unit: str) -> tuple[float, str]:
    """A number in SI units, and that unit: 10 in "N/mm" is 10 000 in "N/m"."""
    if is_coherent(unit):
        return number, unit
    factor = unit_of(unit)[0]
    return (number if factor == 1 else float(Decimal(repr(number)) * factor)), si_unit(unit)


def is_coherent(unit: str) -> bool:
    """Whether a unit is a product of SI units without prefixes, such as "N*m/rad"."""
    return not unit or _coherent(unit) is not None


@lru_cache(4096)
def _coherent(unit: str) -> Base | None:
    """The base of a product of SI units without prefixes; None where it is something else."""
    if not _SI_PRODUCT.fullmatch(unit):
        return None
    powers = dict.fromkeys(_BASES, 0)
    for sign, word, exponent in re.findall(r"([*/]?)([A-Za-z]+)(?:\*\*(-?\d))?", unit):
        if word not in _COHERENT:
            return None
        times = int(exponent or 1) * (-1 if sign == "/" else 1)
        for name, n in zip(_BASES, _COHERENT[word], strict=False):
            powers[name] += times * n
    return frozenset((name, Decimal(n)) for name, n in powers.items() if n)


def split_quantity(text: str) -> tuple[str, str] | None:
    """The number and the unit ("" for none) of a text that has the form of both, else None."""
    match = _QUANTITY.fullmatch(text) if len(text) <= MOST_UNIT_CHARACTERS else None
    return None if match is None else (match["number"], (match["unit"] or "").strip())


def check_dimension(label: str, given: str, unit: str) -> None:
    """Raises where something in the unit `given` cannot stand for something in `unit`."""
    if given != unit:
        _factor(label, given, unit)


def check_fit(label: str, base: Base, unit: str) -> None:
    """Raises where a dimension is not that of `unit`, as `check_dimension` does. A moment by an angle may leave it out:
    engineers give torsional stiffness in N·m and in N·m/rad."""
    expected = unit_of(unit)[1]
    if {name for name, _ in base ^ expected} == {"radian"} and any(name == "kilogram" for name, _ in base):
        return
    if base != expected:
        raise ModelError(f"{label} is {dimension(base)}; {_needed(expected, unit)} is expected.{_hint(base, expected)}")


def _needed(expected: Base, unit: str) -> str:
    return f"{dimension(expected)} (in {unit})" if unit else "a plain number"


def _hint(base: Base, expected: Base) -> str:
    is_angle = {name for name, _ in base ^ expected} == {"radian"}
    return " Angles count: write rad, deg or turn where they belong." if is_angle else ""


def _factor(label: str, given: str, unit: str | None) -> Decimal:
    factor, base = unit_of(given)
    if unit is None:
        return factor
    wanted, expected = unit_of(unit)
    if base != expected:
        hint = _hint(base, expected)
        raise ModelError(f"{label!r} is {dimension(base)}; {_needed(expected, unit)} is expected.{hint}")
    return factor / wanted


def dimension(base: Base) -> str:
    """The dimension in words: "length/time**2"."""
    if not base:
        return "a plain number"
    top = [_power(name, n) for name, n in sorted(base) if n > 0]
    bottom = [_power(name, -n) for name, n in sorted(base) if n < 0]
    return "/".join(["*".join(top) or "1", *bottom])


_DIMENSIONS = {
    "meter": "length",
    "kilogram": "mass",
    "second": "time",
    "radian": "angle",
    "ampere": "current",
    "kelvin": "temperature",
}


def _power(name: str, exponent: Decimal) -> str:
    word = _DIMENSIONS.get(name, name)
    return word if exponent == 1 else f"{word}**{exponent.normalize():f}"


@lru_cache(4096)
def unit_of(text: str) -> Unit:
    """How many SI units it is, and which: base units with their powers, angles among them."""
    if (base := _coherent(text)) is not None:
        return Decimal(1), base
    plain = text.translate(_SIGNS)
    position = 0
    while position < len(plain):
        match = _TOKEN.match(plain, position)
        if match is None or len(plain) > MOST_UNIT_CHARACTERS:
            raise ModelError(f"{text!r} is not a unit; write it like 'm', 'kg*m**2', 'N*m/deg'.")
        position = match.end()
    together = next((word for word in re.findall(r"[^\W\d]\w*", plain) if word in _TOGETHER), None)
    if together is not None:
        raise ModelError(f"{together!r} in {text!r} is not a unit that can be read; write products with a *: N*m.")
    registry = _registry()
    try:
        parsed = registry.parse_units(plain)
        zero, one = (registry.Quantity(Decimal(n), parsed).to_base_units() for n in (0, 1))
    except Exception as error:  # pint's errors share no base, and its parser has others
        why = f": {error}" if "not defined" in str(error) else ""
        raise ModelError(f"{text!r} is not a unit that can be used{why}.") from None
    if zero.magnitude != 0:
        raise ModelError(f"{text!r} has an offset and cannot be converted by a factor; use K (or delta_degC).")
    return Decimal(one.magnitude), frozenset((str(name), Decimal(n)) for name, n in one.unit_items() if n)


@lru_cache(4096)
def si_unit(text: str) -> str:
    """The SI unit of the same dimension, written as closely to `text` as can be: "N/m" for "N/mm"."""
    if unit_of(text)[0] == 1:
        return text
    parts: dict[str, Decimal] = {}
    for name, exponent in _registry().parse_units(text.translate(_SIGNS))._units.items():
        # Without its prefix, where that is an SI unit; else taken apart into base units.
        stem = _registry().parse_unit_name(name)[0][1]
        pieces = [(stem, Decimal(1))] if unit_of(stem)[0] == 1 else sorted(unit_of(name)[1])
        for piece, n in pieces:
            parts[piece] = parts.get(piece, Decimal(0)) + n * Decimal(exponent)
    return _written(parts)


def _written(parts: dict[str, Decimal]) -> str:
    def one(name: str, n: Decimal) -> str:
        symbol = _registry().get_symbol(name)
        return symbol if n == 1 else f"{symbol}**{n.normalize():f}"

    top = [one(name, n) for name, n in parts.items() if n > 0]
    bottom = [one(name, -n) for name, n in parts.items() if n < 0]
    return "/".join(["*".join(top) or "1", *bottom]) if top or bottom else ""


@cache
def _registry() -> Any:
    # Half a second, so only when a file has units.
    import pint

    return pint.UnitRegistry(non_int_type=Decimal, cache_folder=None)
