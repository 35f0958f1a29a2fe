"""`ChannelTable`: the channels of all that list some, merged; each by its name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from itertools import islice
from typing import Any, ClassVar

from ..contract import ModelError
from ..contract.arguments import CHANNEL_ARGUMENT
from ..contract.errors import unknown
from ..spatial import AXES
from .channel import WITHOUT_LOADS, Channel, unit_text

MOST_SHOWN = 200
"""Channels of a table that is printed."""
HEADS = ("name", "shape", "unit", "needs", "source")


class ChannelProvider(ABC):
    """Some channels: their names in order, and each by its name. Components are found by the table."""

    of_steps: ClassVar[tuple[str, ...]] = ()
    """What elements in time leave behind; how many numbers these are only a run knows."""

    @abstractmethod
    def names(self) -> Iterator[str]:
        """Those that are listed."""

    @abstractmethod
    def find(self, name: str) -> Channel | None:
        """The channel of this name; None where it is not one of these."""

    def lacking(self, name: str) -> str | None:
        """Why there is no such channel, and what to do, where that is known."""
        return None


class ListedChannels(ChannelProvider):
    """Channels that depend on no coordinates: of the whole of a model, of a run, and outputs of somebody's own.

    Of those that are only `named`, and of `unlisted` ones, `shape_of` finds out the shape; their units are not known.
    """

    def __init__(
        self,
        channels: Iterable[Channel] = (),
        named: Iterable[str] = (),
        shape_of: Callable[[str], tuple[int, ...]] | None = None,
        unlisted: Iterable[str] = (),
    ) -> None:
        self._channels = {channel.name: channel for channel in channels}
        self._named, self._shape_of = tuple(named), shape_of
        self._known = frozenset((*self._named, *unlisted))

    def names(self) -> Iterator[str]:
        """Those that are listed."""
        yield from self._channels
        yield from self._named

    def find(self, name: str) -> Channel | None:
        """The channel of this name."""
        if self._shape_of is not None and name in self._known:
            return Channel(name, self._shape_of(name))
        return self._channels.get(name)


class ChannelTable(Mapping[str, Channel]):
    """`table["A.force"].unit`; vectors take `.x`, `.y`, `.z`. Iteration gives every name but those of components.

    `providers` list the channels, and the first that knows a name says what it is. What none of them knows is a
    ModelError. Printed, it is a list of names, shapes, units, what each channel is computed from and who
    answers for it.
    """

    def __init__(self, providers: Iterable[ChannelProvider]) -> None:
        self._providers = tuple(providers)
        self._not_unique: Callable[[], Container[str]] = frozenset
        self._of_steps = frozenset(name for provider in self._providers for name in provider.of_steps)
        self._found: dict[str, Channel | None] = {}
        """What was asked for."""

    def with_not_unique(self, names: Callable[[], Container[str]]) -> ChannelTable:
        """The same with numbers marked as not unique whose names these are, which are asked for where a load is."""
        found = copy(self)
        found._not_unique, found._found = names, {}
        return found

    def __getitem__(self, name: str) -> Channel:
        CHANNEL_ARGUMENT.check("channel_table", "name", name)
        found = self.find(name)
        if found is None:
            raise ModelError(self.unknown(name))
        return found

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        return name in self._of_steps or self.find(name) is not None

    def get(self, name: str, default: Any = None) -> Any:
        """The channel of this name, or `default` where there is none."""
        found = self.find(name) if isinstance(name, str) else None
        return default if found is None else found

    def __iter__(self) -> Iterator[str]:
        for provider in self._providers:
            yield from provider.names()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def find(self, name: str) -> Channel | None:
        """The channel of this name, or the component of one; None where there is none."""
        whole, axis = self.whole(name)
        return whole if whole is None or axis is None else whole.component(AXES[axis])

    def whole(self, name: str) -> tuple[Channel | None, int | None]:
        """The channel of this name, and None; or that of which it is a component, and the number of the axis."""
        found = self._find(name)
        stem, _, axis = name.rpartition(".")
        if found is not None or axis not in AXES:
            return found, None
        found = self._find(stem)
        return (None, None) if found is None or found.shape[:1] != (3,) else (found, AXES.index(axis))

    def _find(self, name: str) -> Channel | None:
        if name in self._found:
            return self._found[name]
        found = next((own for provider in self._providers if (own := provider.find(name)) is not None), None)
        if found is not None and found.source not in WITHOUT_LOADS and (names := self._not_unique()):
            left = tuple(own for own in found.components if own in names)
            found = replace(found, not_unique=left) if left else found
        self._found[name] = found
        return found

    def unknown(self, name: str, others: Iterable[str] = ()) -> str:
        """What to say of a channel that is not there."""
        known = (provider.lacking(name) for provider in self._providers)
        return next((text for text in known if text is not None), None) or unknown("channel", name, [*self, *others])

    def __repr__(self) -> str:
        rows, count = [HEADS, *(_row(self[name]) for name in islice(self, MOST_SHOWN))], len(self)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
        more = [f"… {count - MOST_SHOWN} more; list(table) has all names."] if count > MOST_SHOWN else []
        return "\n".join([f"{count} channels", *(line.rstrip() for line in lines), *more])


def _row(channel: Channel) -> tuple[str, ...]:
    """A channel in words: numbers have no shape to be named."""
    shape = " × ".join(map(str, channel.shape))
    return channel.marked(channel.name), shape, unit_text(channel.unit), channel.needs, channel.source
