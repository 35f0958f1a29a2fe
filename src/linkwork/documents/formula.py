"""Formulas of lessons: LaTeX as MathML, which every browser draws by itself."""

from __future__ import annotations

from html import unescape
from typing import Any
from xml.etree import ElementTree

from ..contract import ModelError

PARTS = {"mfrac": 2, "msub": 2, "msup": 2, "mover": 2, "munder": 2, "mroot": 2, "msubsup": 3, "munderover": 3}
"""How many children elements of MathML must have."""
DROPPED = ("href", "style", "class", "id")
"""What a formula has no business to say."""


def formula_html(text: str, is_display: bool = False) -> str:
    """A formula in LaTeX as an element of MathML; whatever stands in it stays text."""
    try:
        from latex2mathml.converter import convert_to_element
    except ImportError as error:
        raise ModelError("formulas need latex2mathml: pip install 'linkwork[lesson]'.") from error
    try:
        element = convert_to_element(text.strip(), display="block" if is_display else "inline")
    except Exception as error:  # the converter has an error of its own for each mistake
        raise ModelError(f"the formula {text.strip()!r} cannot be read: {error or type(error).__name__}.") from None
    for part in element.iter():
        _check(part, text)
    return ElementTree.tostring(element, encoding="unicode")


def _check(part: Any, text: str) -> None:
    """Texts of the converter are entities, which become characters here and are written out safely again."""
    part.text = unescape(part.text) if part.text else part.text
    for name in DROPPED:
        part.attrib.pop(name, None)
    if len(part) != PARTS.get(part.tag, len(part)):
        raise ModelError(f"the formula {text.strip()!r} cannot be read: a part is missing, or a bracket is open.")
    if (part.text or "").startswith("\\"):
        raise ModelError(f"the formula {text.strip()!r} cannot be read: {part.text} is not known.")
