"""Bodies and connections of a model by name; those of a compiled system are not changed any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from ..contract import ModelError
from ..contract.errors import unknown

Member = TypeVar("Member")

SEALED = (
    "this model belongs to a compiled system, which does not change; edit the model it was compiled from, or a copy, "
    "system.model.copy(), and compile that."
)


class Members(dict[str, Member]):
    """Names and what they stand for. A name that is not there is an error that says which are."""

    def __init__(self, what: str, members: Mapping[str, Member] | None = None, is_sealed: bool = False) -> None:
        super().__init__(members or {})
        self.what, self.is_sealed = what, is_sealed

    def sealed(self) -> Members[Member]:
        """The same, never to be changed again."""
        return Members(self.what, self, True)

    def __missing__(self, name: object) -> Member:
        raise ModelError(unknown(self.what, name, self))

    def __setitem__(self, name: str, value: Member) -> None:
        self._check()
        super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        self._check()
        super().__delitem__(name)

    def pop(self, *given: Any) -> Any:
        """Takes a member out."""
        self._check()
        return super().pop(*given)

    def update(self, *given: Any, **named: Any) -> None:
        """Puts members in."""
        self._check()
        super().update(*given, **named)

    def clear(self) -> None:
        """Takes all members out."""
        self._check()
        super().clear()

    def __reduce__(self) -> Any:
        return Members, (self.what, dict(self), self.is_sealed)

    def _check(self) -> None:
        if self.is_sealed:
            raise ModelError(SEALED)
