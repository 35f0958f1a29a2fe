"""Text to expressions and back: meaning, errors with their place, and hostile text that gets nowhere."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.expr import Expr, TraceError, opaque, substitute, symbols, table
from linkwork.expr.evaluate import evaluate
from linkwork.expr.parse import MAX_LENGTH, PARSED_FUNCTIONS, ParseError, names_in_text, parse, to_text
from tests.strategies import cases
from tests.work import counted

T, K = symbols("t"), symbols("k")
NAMES = {"t": T, "k": K}


def number(text: str, **known: float) -> float:
    return float(evaluate([parse(text, NAMES)], {"t": 0.7, "k": 3.0, **known})[0])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1*sin(5*t)", 0.1 * math.sin(3.5)),
        ("2*k + 1", 7.0),
        ("-2**2", -4.0),
        ("2**-1", 0.5),
        ("2**3**2", 512.0),
        ("2**-t*3", 3 * 2**-0.7),
        ("-k**2", -9.0),
        ("--k", 3.0),
        ("10 - 4 - 3", 3.0),
        ("12/2/3", 2.0),
        ("7 % 4", 3.0),
        (".5e1 + 1.", 6.0),
        ("pi", math.pi),
        ("min(5, k, t)", 0.7),
        ("max(5, k, t)", 5.0),
        ("clip(k, 0, 1)", 1.0),
        ("hypot(3, 4)", 5.0),
        ("atan2(1, -1)", math.atan2(1, -1)),
        ("where(t < 1, 10, 20)", 10.0),
        ("where(0 < t <= 0.7 and not k == 3 or k >= 3, 10, 20)", 10.0),
        ("where((t > 1 or t < 0) and k > 0, 10, 20)", 20.0),
        ("where(k != 3, 1, 2)", 2.0),
        (" ( ( t ) ) ", 0.7),
    ],
)
def test_text_means_what_python_means(text: str, value: float) -> None:
    assert number(text) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("name", PARSED_FUNCTIONS)
def test_every_function_of_the_list_is_read_and_written(name: str) -> None:
    least, _, _ = PARSED_FUNCTIONS[name]
    arguments = ["t < k" if name == "where" else "t", "k", "k + t"][:least]
    expression = parse(f"{name}({', '.join(arguments)})", NAMES)
    assert parse(to_text(expression), NAMES) is expression


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("0.1*snn(5*t)", 5, "there is no function 'snn'. Did you mean 'sin'?"),
        ("2*kk", 3, "there is no name 'kk'. Did you mean 'k'?"),
        ("k(2)", 1, "k is not a function; write a product with *."),
        ("sin", 1, "sin is a function; write sin(…)."),
        ("sin(1, 2)", 1, "sin takes one argument, has 2."),
        ("max(1)", 1, "max takes 2 or more arguments, has 1."),
        ("2 k", 3, "an operator is missing before 'k'"),
        ("(t", 1, "a bracket is not closed."),
        ("t)", 2, "this bracket closes nothing."),
        ("t^2", 2, "powers are written **."),
        ("t = 2", 3, "equality is written ==."),
        ("", 1, "the text ends where a number or a name is expected."),
        ("t + ", 5, "the text ends where a number or a name is expected."),
        ("t * / 2", 5, "'/' stands where a number or a name is expected."),
        ("t < 1", 1, "it is true or false, not a number"),
        ("1 + (t < 2)", 3, "a number is needed"),
        ("where(t, 1, 2)", 1, "a condition is needed"),
        ("1e999", 1, "too large"),
    ],
)
def test_errors_have_the_place_and_the_remedy(text: str, place: int, sentence: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse(text, NAMES)
    assert f"character {place}: " in str(raised.value)
    assert sentence in str(raised.value)


HOSTILE = [
    "__import__('os').system('true')",
    "t.__class__.__mro__",
    "().__class__",
    "lambda: 0",
    "[x for x in t]",
    "{1: 2}",
    "t[0]",
    "'text'",
    'f"{t}"',
    "t if t else k",
    "(t := 2)",
    "exec(t)",
    "open(t)",
    "t; k",
    "t # comment",
    "sin(*t)",
    "sin(x=t)",
    "0x10",
    "1_000",
    "1j",
    "t\x00",
    "@t",
    "t == = 2",
    "<script>",
    "９+１",
    "9" * (MAX_LENGTH + 1),
    "(" * 1_000_000,
    "(" * 5_000 + "t" + ")" * 5_000,
    "-" * 19_000 + "t",
    "not " * 4_000 + "t < 1",
    "sin(" * 4_000 + "t" + ")" * 4_000,
    "2**" * 6_000 + "t",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:16])
def test_hostile_text_is_refused_with_little_work(text: str) -> None:
    with counted() as work, pytest.raises(ParseError):
        parse(text, NAMES)
    assert work.calls < 50_000


@pytest.mark.parametrize("text", ["9**9**9", "9**9**9**9*t", "+".join(["t"] * 9_999), "*".join(["t"] * 9_999)])
def test_large_but_legal_text_is_read_with_work_that_grows_with_its_length(text: str) -> None:
    with counted() as work:
        found = parse(text, NAMES)
    assert isinstance(found, Expr)
    assert work.calls < 100 * len(text) + 1000


@given(st.text(alphabet="tk0123456789.+-*/%()<>=!, andorsieE", max_size=40))
def test_any_text_gives_an_expression_or_a_parse_error(text: str) -> None:
    try:
        expression = parse(text, NAMES)
    except ParseError:
        return
    assert parse(to_text(expression), NAMES) is expression


@given(cases(allow_opaque=False))
def test_written_expressions_are_read_as_the_same_expression(case) -> None:
    names = {f"v{i}": entry for i, entry in enumerate(case.function.symbols)}
    roots = [entry for output in case.function.outputs.values() for entry in np.ravel(np.asarray(output, dtype=object))]
    for renamed in substitute(roots, {entry: symbols(name) for name, entry in names.items()}):
        try:
            text = to_text(renamed)
        except TraceError as error:
            assert "table" in str(error) or "too long" in str(error)
            continue
        assert parse(text, {name: symbols(name) for name in names}) is renamed


@pytest.mark.parametrize("value", [0.1, -0.0, 1e-300, 1.7976931348623157e308, 123456789.123, -2.5, 5.0, math.inf])
def test_numbers_are_written_to_the_last_digit(value: float) -> None:
    read = float(parse(to_text(value), {}))
    assert read == value and math.copysign(1.0, read) == math.copysign(1.0, value)


def test_shared_operands_get_their_own_brackets() -> None:
    for expression in ((T * K) / (T * K + 0) - 1, (T**K) ** (T**K), (T - K) - (K - T), -(2.0 / T), (-2.0) ** T):
        assert parse(to_text(expression), NAMES) is expression


def test_text_reads_well() -> None:
    assert to_text(2 * K + 1) == "2*k + 1"
    assert to_text(-(T * T)) == "-(t*t)"


def test_what_cannot_be_written_says_so() -> None:
    with pytest.raises(TraceError, match="table"):
        to_text(table([0, 1], [0, 1])(T))
    with pytest.raises(TraceError, match="opaque"):
        to_text(opaque(lambda x: x, 1)(T))
    with pytest.raises(TraceError, match="another name"):
        to_text(symbols("and") + 1)
    with pytest.raises(TraceError, match="another name"):
        to_text(symbols("q", 2)[0] + 1)
    doubled = T
    for _ in range(60):
        doubled = doubled * (doubled + 1)  # the text would double each time
    with pytest.raises(TraceError, match="too long"):
        to_text(doubled)


def test_names_in_text() -> None:
    assert names_in_text("1e5*sin(a*t) + 2.5e-3*bb and c") == {"a", "t", "bb", "c"}
