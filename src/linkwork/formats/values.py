"""Values in files: numbers with units, expressions of Parameters, vectors, rotations, elements."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import Element, ModelError, Parameter, Shape, Signal, element_class, value_of
from ..contract.errors import unknown
from ..contract.fields import Field
from ..contract.units import check_dimension, quantity, split_quantity
from ..elements.signals.constant import Constant
from ..elements.signals.formula import Formula, as_parameters
from ..expr.parse import names_in_text, parse
from ..spatial import as_rotation
from .errors import FilePlace, described_value
from .folder import Folder

EXPRESSION = "expr"
"""The key that marks an expression where text would be a word: {expr = "2*k"}."""
CHANNEL_KEY = "channel"
"""The key that marks the name of a channel where text would be a formula: {channel = "energy"}."""
_WORD = r"[^\W\d]\w*"
_CHANNEL = re.compile(rf"{_WORD}(\.{_WORD})+")


@dataclass(frozen=True)
class Scope:
    """What values may refer to: Parameters by name, and files beside the one that is read."""

    parameters: Mapping[str, Parameter]
    folder: Folder

    def number(self, value: Any, place: FilePlace, unit: str | None) -> Any:
        """A number in `unit` (None: in SI units of any dimension), or an expression of Parameters."""
        if isinstance(value, str):
            return self._from_text(value, place, unit)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise place.error(f"must be a number, or text such as '20 cm' or '2*k', is {described_value(value)}.")
        try:
            return self._finite(float(value), place, value)
        except OverflowError:
            raise place.error(f"{described_value(value)} is too large for a number.") from None

    def _from_text(self, text: str, place: FilePlace, unit: str | None) -> Any:
        with place.named():
            found = quantity(text, unit)
            if found is not None:
                return self._finite(found, place, text)
            result = self.expression(text, place, unit)
            with np.errstate(all="ignore"):
                self._finite(float(value_of(result)), place, text)
            return result

    def expression(self, text: Any, place: FilePlace, unit: str | None = None) -> Any:
        """What a text says about Parameters: an expression, or the number that it comes to."""
        with place.named():
            if "t" in names_in_text(place.text(text)):
                raise place.error(
                    f"{described_value(text)} depends on the time t; this must be a number, not a signal."
                )
            found = parse(text, self.parameters)
            check_unit(found, unit)
        return found.data if found.op == "const" else found

    def _finite(self, number: float, place: FilePlace, given: Any) -> float:
        if not math.isfinite(number):
            raise place.error(f"{described_value(given)} must be a finite number.")
        return number

    def numbers(self, value: Any, place: FilePlace, unit: str | None) -> Any:
        """A number, or lists of numbers."""
        if isinstance(value, (list, tuple)):
            return [self.numbers(entry, place / i, unit) for i, entry in enumerate(value)]
        return self.number(value, place, unit)

    def vector(self, value: Any, place: FilePlace, unit: str) -> list[Any]:
        """Three numbers."""
        entries = place.list(value)
        if len(entries) != 3:
            raise place.error(f"needs three numbers, has {len(entries)}.")
        return [self.number(entry, place / i, unit) for i, entry in enumerate(entries)]

    def rotation(self, value: Any, place: FilePlace) -> Any:
        """A rotation matrix: from turns {z = "30 deg"}, a list of them one after the other, or the matrix itself."""
        if isinstance(value, Mapping):
            turns = {axis: self.number(a, place / axis, "rad") for axis, a in place.table(value, "xyz").items()}
            return as_rotation(turns)
        entries = place.list(value)
        if entries and all(isinstance(entry, Mapping) for entry in entries):
            result: Any = np.eye(3)
            for i, entry in enumerate(entries):
                result = result @ self.rotation(entry, place / i)
            return result
        if len(entries) != 3:
            raise place.error(
                f'must be turns {{z = "30 deg"}}, or a matrix of three rows, is {described_value(value)}.'
            )
        rows = [self.vector(row, place / i, "") for i, row in enumerate(entries)]
        with place.named():
            return as_rotation(rows)

    def element(self, value: Any, place: FilePlace, kind: type[Element] = Element) -> Any:
        """An element from {kind = "Revolute", axis = "y"}, or from the name of its kind alone."""
        table = {"kind": value} if isinstance(value, str) else place.table(value)
        if "kind" not in table:
            raise place.error('must say its kind, for instance {kind = "Revolute", axis = "y"}.')
        with (place / "kind").named():
            found = element_class(place.text(table["kind"]))
            if not issubclass(found, kind):
                raise ModelError(f"{found.__name__} is not a {_words(kind)}.")
        given = {}
        for name, entry in table.items():
            if name == "kind":
                continue
            if name not in found.given_fields():
                raise (place / name).error(f"{found.__name__}: {unknown('field', name, found.given_fields())}")
            given[name] = self.field(found, found.fields[name], entry, place / name)
        for name, field in found.fields.items():
            if field.convert is as_parameters and name not in given:
                given[name] = self._using(given.get("text"), given.get("names", ()))
        with place.named():
            return found(**given)

    def field(self, owner: type[Element], field: Field, value: Any, place: FilePlace) -> Any:
        """What a field of an element is given."""
        if field.path and isinstance(value, str):
            return str(self.folder.find(value, place))
        if value is None:
            return None
        if field.convert is as_rotation:
            return self.rotation(value, place)
        if not field.numeric:
            return self.option(value, place)
        unit = value_unit(owner, field)
        return self._components(value, place, unit) if field.convert else self.numbers(value, place, unit)

    def _components(self, value: Any, place: FilePlace, unit: str | None) -> Any:
        """As `numbers`, for a field that takes signals and other elements as well."""
        if isinstance(value, (list, tuple)):
            return [self._components(entry, place / i, unit) for i, entry in enumerate(value)]
        if isinstance(value, Mapping):
            return self.option(value, place)
        if isinstance(value, str) and split_quantity(value) is None and "t" in names_in_text(value):
            return self.signal(value, place, unit)
        return self.number(value, place, unit)

    def option(self, value: Any, place: FilePlace, inner: bool = False) -> Any:
        """A value whose meaning only the element knows: words, numbers, lists of them, elements.

        Inside lists and tables, text such as "20 cm" is a number in SI units.
        """
        if isinstance(value, (list, tuple)):
            return tuple(self.option(entry, place / i, True) for i, entry in enumerate(value))
        if isinstance(value, Mapping):
            table = place.table(value)
            if "kind" in table:
                return self.element(table, place)
            if set(table) == {EXPRESSION}:
                return self.expression(table[EXPRESSION], place / EXPRESSION)
            return {name: self.option(entry, place / name, True) for name, entry in table.items()}
        if inner and isinstance(value, str):
            return _number_or_word(value)
        if value is not None and not isinstance(value, (bool, int, float, str)):
            raise place.error(f"{described_value(value)} cannot be used here.")
        if isinstance(value, float):
            self._finite(value, place, value)
        return value

    def signal(self, value: Any, place: FilePlace, unit: str | None = None) -> Any:
        """A signal: a formula of t, a constant number, or {kind = "Sine", …}."""
        if isinstance(value, Mapping):
            return self.element(value, place, Signal)
        if isinstance(value, str):
            with place.named():
                constant = quantity(value, unit)
                if constant is None:
                    return Formula(value, self._using(value))
        return Constant(self.number(value, place, unit))

    def input(self, value: Any, place: FilePlace, unit: str | None = None) -> Any:
        """What drives an input: a number, a formula of t, a channel "A.angle", {expr = "2*k"}, {kind = "Sine", …}."""
        if isinstance(value, Mapping) and set(value) == {CHANNEL_KEY}:
            return (place / CHANNEL_KEY).text(value[CHANNEL_KEY])
        if isinstance(value, str) and names_channel(value):
            return value
        if isinstance(value, Mapping):
            return self.option(value, place)
        if isinstance(value, str) and split_quantity(value) is None:
            return self.signal(value, place, unit)
        return self.number(value, place, unit)

    def _using(self, text: Any, own: Any = ()) -> list[Parameter]:
        """The Parameters that a formula calls by name; `own` are names that mean something else in it."""
        names = names_in_text(text) - set(own) if isinstance(text, str) else set()
        return [self.parameters[name] for name in names if name in self.parameters]

    def shapes(self, value: Any, place: FilePlace) -> list[Any]:
        """One shape or several."""
        if isinstance(value, (list, tuple)):
            return [self.element(entry, place / i, Shape) for i, entry in enumerate(value)]
        return [self.element(value, place, Shape)]


def _words(kind: type[Element]) -> str:
    """The name of a class in words: "contact surface"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def names_channel(text: str) -> bool:
    """Whether text is words with dots between them: a channel, since no formula has such."""
    return _CHANNEL.fullmatch(text) is not None


def check_unit(value: Any, unit: str | None) -> None:
    """Raises where a Parameter stands alone for something of another dimension than its own."""
    if isinstance(value, Parameter) and value.unit and unit is not None:
        check_dimension(value.name, value.unit, unit)


def value_unit(owner: type[Element], field: Field) -> str | None:
    """The unit of a field. What a signal is worth has the unit of what it drives, which it does not know: None."""
    return None if issubclass(owner, Signal) and not field.unit else field.unit


def _number_or_word(text: str) -> float | str:
    """ "20 cm" as a number in SI units; any other text, plain numbers among it, as it is."""
    try:
        found = quantity(text, None)
    except ModelError:
        return text
    return text if found is None or split_quantity(text) == (text.strip(), "") else found
