"""What `help`, `inspect.signature` and completion show of elements: their fields, with types, units and defaults."""

import inspect
import pydoc

import linkwork as lw
from linkwork.testing import examples_of

CLASSES = [kind for kind in lw.registered().values() if kind.__module__.startswith("linkwork.")]


def test_signatures_are_the_fields_of_every_class_and_take_its_examples() -> None:
    for kind in CLASSES:
        signature = inspect.signature(kind)
        assert list(signature.parameters) == list(kind.given_fields())
        for example in examples_of(kind):
            signature.bind(**{name: example.values[name] for name in kind.given_fields()})


def test_types_and_units_are_shown_for_every_field() -> None:
    for kind in CLASSES:
        text = inspect.getdoc(kind) or ""
        for name, field in kind.given_fields().items():
            assert f"    {name}: " in text and field.unit in text
            assert inspect.signature(kind).parameters[name].annotation == field.annotation


def test_help_of_a_spring() -> None:
    arguments = (
        "stiffness: 'float | Expr', length: 'float | Expr', damping: 'float | Expr' = 0.0, on: 'Measure' = Distance()"
    )
    assert str(inspect.signature(lw.Spring)) == f"({arguments})"
    text = pydoc.plain(pydoc.render_doc(lw.Spring))
    assert f"Spring({arguments})" in text
    assert "stiffness: N/m, k" in text and "damping: N*s/m, 0.0 unless given, c" in text


def test_a_class_of_ones_own_has_them_too() -> None:
    class Mine(lw.Force):
        """A force."""

        gap = lw.parameter(unit="m")
        side = lw.option("left", choices=("left", "right"))
        file = lw.option(default=None, path=True)
        kept = lw.parameter(default=None, internal=True)

    shown = (
        "(gap: 'float | Expr', side: \"Literal['left', 'right']\" = 'left', file: 'str | PathLike[str] | None' = None)"
    )
    assert str(inspect.signature(Mine)) == shown
    assert Mine.__doc__.endswith("by name:\n    gap: m\n    side: 'left' unless given\n    file: ")


def test_instances_say_what_their_class_says_and_subclasses_keep_the_signature() -> None:
    class Plain(lw.Spring):
        pass

    assert lw.Spring(1.0, 2.0).__doc__ == lw.Spring.__doc__
    assert Plain.__doc__ is None and inspect.signature(Plain) == inspect.signature(lw.Spring)
