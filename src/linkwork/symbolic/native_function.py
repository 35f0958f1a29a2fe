"""`native`: any SymPy expression as native code, with its derivatives; what S4's `sym_2_fun` does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np
import sympy
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from ..contract import ModelError
from ..contract.arguments import shown_value
from ..contract.errors import unknown
from ..expr import TraceError, array, jacobian, make_function, symbols
from ..expr.errors import KernelInputError
from ..expr.from_sympy import ConversionError, from_sympy
from ..kernels import Kernel, compile_function

UNEVALUATED = (sympy.Derivative, sympy.Integral, sympy.Sum, sympy.Product, sympy.Limit, sympy.Subs)
"""What SymPy writes down without computing it."""
EXPRESSION_WANTED = "give a SymPy expression, a matrix, an array or a list of them"


class NativeFunction:
    """A SymPy expression as native code. `f(x, y)` evaluates once, `f.batch(x, y)` at many points.

    Arguments come in the order of `arguments`, each in the shape that it had there; a matrix of one column or row may
    also come flat. A scalar expression gives a float, a matrix or an array of SymPy gives an array of its shape.
    """

    def __init__(self, names: Sequence[str], keys: Sequence[Any], inputs: Sequence[Any], value: Any) -> None:
        self.arguments = tuple(names)
        self._keys, self._inputs, self._value = tuple(keys), tuple(inputs), value
        shapes = {place: np.shape(entry) for place, entry in enumerate(inputs)}
        self._flat = {place: shape for place, shape in shapes.items() if len(shape) == 2 and 1 in shape}

    @cached_property
    def kernel(self) -> Kernel:
        """Its code; the arguments are called `argument_1`, …, and the result `value`."""
        inputs = {f"argument_{k}": entry for k, entry in enumerate(self._inputs, start=1)}
        return compile_function(make_function("native", inputs, {"value": self._value}))

    def __call__(self, *values: Any) -> Any:
        """The value at one point."""
        return self._run(self.kernel, values, 0)

    def batch(self, *values: Any, threads: int | None = 1) -> np.ndarray:
        """The values at many points: arguments have one leading axis more, or none where all points share them."""
        found: np.ndarray = self._run(partial(self.kernel.batch, threads=threads), values, 1)
        return found

    def _run(self, call: Callable[..., Any], values: Sequence[Any], axes: int) -> Any:
        """What native code gives for values with up to so many leading axes; errors name arguments as users do."""
        if len(values) != len(self.arguments):
            said = ", ".join(self.arguments)
            raise ModelError(f"native: the function is one of ({said}), and got {len(values)} arguments.")
        if self._flat:
            values = list(values)
            for place, shape in self._flat.items():
                values[place] = _upright(values[place], shape, axes)
        try:
            return call(*values).value
        except KernelInputError as error:
            argument = self.arguments[list(self.kernel.signature.shapes).index(error.name)]
            raise ModelError(f"native: {argument} {error.said}") from error
        except TraceError as error:
            raise ModelError(str(error)) from error

    def derivative(self, *wrt: Any) -> NativeFunction:
        """∂f/∂x for an argument x, exact; of several, one after the other: `f.derivative(x, y)` is ∂²f/∂x∂y.

        Its shape is that of f with that of x behind it.
        """
        if not wrt:
            raise ModelError(f"derivative: say by which of ({', '.join(self.arguments)}), as in f.derivative(x).")
        value = self._value
        for x in wrt:
            value = jacobian(value, self._inputs[self._place(x)])
        return NativeFunction(self.arguments, self._keys, self._inputs, value)

    def _place(self, x: Any) -> int:
        for place, key in enumerate(self._keys):
            if key == x or self.arguments[place] == str(x):
                return place
        raise ModelError(f"derivative: {unknown('argument', str(x), self.arguments)}")

    def __repr__(self) -> str:
        return f"<NativeFunction of ({', '.join(self.arguments)}), shape {np.shape(self._value)}>"


def native(expression: Any, arguments: Any) -> NativeFunction:
    """`expression` as native code: a SymPy expression, a matrix, an array or a list of them.

    `arguments` are what it is a function of, one or several: symbols, functions of time such as q(t), their
    derivatives, or matrices and lists of these, which become arrays. Every symbol of the expression must be among them.
    """
    if not isinstance(arguments, (list, tuple)):
        arguments = [arguments]
    value = _stacked(expression)
    names, inputs = [_name(key) for key in arguments], []
    places: dict[Any, Any] = {}
    for k, key in enumerate(arguments, start=1):
        entries = _entries(key)
        symbol = symbols(f"argument_{k}", entries.shape)
        inputs.append(symbol)
        for entry, node in zip(entries.ravel(), array(symbol).ravel(), strict=True):
            if entry in places:
                raise ModelError(f"native: {entry} is given twice among the arguments.")
            places[entry] = node
    dummies = {entry: sympy.Dummy(f"argument{k}") for k, entry in enumerate(places)}
    value = _with_dummies(value, dummies, names)
    try:
        found = from_sympy(value, {dummies[entry]: node for entry, node in places.items()})
    except ConversionError as error:
        raise ModelError(_no_counterpart(error, {x: entry for entry, x in dummies.items()})) from error
    except TraceError as error:
        raise ModelError(f"native: {error}") from error
    return NativeFunction(names, arguments, inputs, found)


def _stacked(given: Any) -> Any:
    """What is given as one expression, matrix or array; what is in a list lies along a new first axis."""
    if isinstance(given, (list, tuple)):
        if not given:
            raise ModelError(f"native: the list {given} is empty; {EXPRESSION_WANTED}.")
        parts = [_stacked(part) for part in given]
        first, *others = (getattr(part, "shape", ()) for part in parts)
        for part, shape in zip(parts[1:], others, strict=True):
            if shape != first:
                raise ModelError(
                    f"native: in one list, {parts[0]} has the shape {first}, {part} the shape {shape}. Give them the "
                    "same shape, or make a function of each."
                )
        return sympy.Array([part.tolist() if first else part for part in parts])
    if callable(given) and not isinstance(given, sympy.Basic):
        raise ModelError(f"native: {shown_value(given)} is a function; call it with symbols: lw.native(f(x), [x]).")
    try:
        found = sympy.sympify(given)
    except sympy.SympifyError:
        found = None
    if isinstance(found, sympy.MatrixExpr) and not isinstance(found, sympy.MatrixBase):
        raise ModelError(f"native: {found} is a matrix without entries; give it with them: .as_explicit().")
    if not isinstance(found, (sympy.Expr, Boolean, sympy.MatrixBase, sympy.NDimArray)):
        raise ModelError(f"native: {shown_value(given)} is not an expression; {EXPRESSION_WANTED}.")
    return found


def _upright(value: Any, shape: tuple[int, ...], axes: int) -> Any:
    """A value with up to so many leading axes for a matrix of one column or row, where it is flat in its shape."""
    try:
        found = np.asarray(value)
    except ValueError:  # lists of several lengths, which are refused as any value of a wrong kind
        return value
    is_flat = found.shape != shape and 1 <= found.ndim <= 1 + axes and found.shape[-1] == max(shape)
    return found.reshape(*found.shape[:-1], *shape) if is_flat else found


def _no_counterpart(error: ConversionError, meant: dict[Any, Any]) -> str:
    """A sentence for what has no native code, in the symbols of the user, with what to do."""
    found = error.expression.xreplace(meant)
    if isinstance(found, sympy.Piecewise):
        return f"native: {found} {error.said}"
    if found is sympy.I:
        return "native: I stands in the expression, and values are real; take the parts of .as_real_imag()."
    return (
        f"native: {found} has no native code. Write it with elementary functions (.rewrite() or .series() may help), "
        f"or put a symbol s in its place, .subs({found}, s), and give its values as the argument s."
    )


def _entries(key: Any) -> np.ndarray:
    """The symbols of an argument, in its shape."""
    if isinstance(key, str):
        key = sympy.Symbol(key)
    is_many = isinstance(key, (list, tuple, sympy.MatrixBase, sympy.NDimArray, np.ndarray))
    entries = np.empty((), dtype=object)
    if is_many:
        entries = np.array(key.tolist() if hasattr(key, "tolist") else key, dtype=object)
    else:
        entries[()] = key
    for entry in entries.ravel():
        if not isinstance(entry, (sympy.Symbol, sympy.Derivative, AppliedUndef)):
            raise ModelError(
                f"native: {entry!r} among the arguments is neither a symbol nor a function such as q(t) nor a rate."
            )
    return entries


def _name(key: Any) -> str:
    return str(key) if not isinstance(key, (sympy.MatrixBase, sympy.NDimArray, np.ndarray)) else str(key.tolist())


def _with_dummies(value: Any, dummies: dict[Any, Any], names: Sequence[str]) -> Any:
    """`value` with dummies in the place of its arguments; ModelError where something else is left."""
    # Rates first: with q(t) replaced, its derivative would be that of a constant.
    rates = {entry: x for entry, x in dummies.items() if isinstance(entry, sympy.Derivative)}
    for kinds, known in (((sympy.Derivative,), rates), ((AppliedUndef, sympy.Symbol), dummies)):
        is_array = hasattr(value, "applyfunc")
        value = value.applyfunc(partial(_replaced, known=known)) if is_array else _replaced(value, known)
        entries = sympy.flatten(value) if is_array else [value]
        _check_computed(entries, dummies)
        left = {x for entry in entries for x in entry.atoms(*kinds)} - set(dummies.values())
        if left:
            first = min(left, key=lambda x: (x.is_Symbol, str(x))).xreplace({x: entry for entry, x in dummies.items()})
            raise ModelError(
                f"native: {first} stands in the expression and is not among the arguments ({', '.join(names)}). Add "
                "it to them, or give it a value with .subs() first."
            )
    return value


def _check_computed(entries: Sequence[Any], dummies: dict[Any, Any]) -> None:
    """Raises where SymPy has put off a computation that it can do itself."""
    for found in {x for entry in entries for x in entry.atoms(*UNEVALUATED)}:
        if not found.has(AppliedUndef) or (found.is_Derivative and found.doit() != found):
            shown = found.xreplace({x: entry for entry, x in dummies.items()})
            raise ModelError(f"native: {shown} is written down but not computed; call .doit() on the expression.")


def _replaced(value: Any, known: dict[Any, Any]) -> Any:
    return value.xreplace(known)
