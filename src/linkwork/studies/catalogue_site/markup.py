"""HTML from Python: whatever is not markup is text, and cannot become anything else."""

from __future__ import annotations

from html import escape

VOID = frozenset({"input", "link", "meta", "br", "img"})
"""Elements without content."""


class Markup(str):
    """Text that is HTML already. Made by `html_element` alone."""

    __slots__ = ()


def html_element(kind: str, /, *children: object, **attributes: object) -> Markup:
    """An element: children that are not `Markup` are escaped, and so are all values of attributes.

    An attribute that is False or None is left out; `class_` and `for_` are those that Python keeps for itself, and an
    underline inside of a name is a hyphen.
    """
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    return Markup(f"<{kind}{given}>" if kind in VOID else f"<{kind}{given}>{html_parts(*children)}</{kind}>")


def html_parts(*children: object) -> Markup:
    """Several after one another."""
    return Markup("".join(child if isinstance(child, Markup) else escape(str(child)) for child in children))
