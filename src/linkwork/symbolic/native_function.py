"""`native`: any SymPy expression as native code, with its derivatives; what S4's `sym_2_fun` does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np
import sympy
from sympy.core.function import AppliedUndef

from ..contract import ModelError
from ..contract.errors import unknown
from ..expr import TraceError, array, jacobian, make_function, symbols
from ..expr.from_sympy import from_sympy
from ..kernels import Kernel, compile_function


class NativeFunction:
    """A SymPy expression as native code. `f(x, y)` evaluates once, `f.batch(x, y)` at many points.

    Arguments come in the order of `arguments`, each in the shape that it had there. A scalar expression gives a float,
    a matrix or an array of SymPy gives an array of its shape.
    """

    def __init__(self, names: Sequence[str], keys: Sequence[Any], inputs: Sequence[Any], value: Any) -> None:
        self.arguments = tuple(names)
        self._keys, self._inputs, self._value = tuple(keys), tuple(inputs), value

    @cached_property
    def kernel(self) -> Kernel:
        """Its code; the arguments are called `argument_1`, …, and the result `value`."""
        inputs = {f"argument_{k}": entry for k, entry in enumerate(self._inputs, start=1)}
        return compile_function(make_function("native", inputs, {"value": self._value}))

    def __call__(self, *values: Any) -> Any:
        """The value at one point."""
        return self.kernel(*self._checked(values)).value

    def batch(self, *values: Any, threads: int | None = 1) -> np.ndarray:
        """The values at many points: arguments have one leading axis more, or none where all points share them."""
        found: np.ndarray = self.kernel.batch(*self._checked(values), threads=threads).value
        return found

    def derivative(self, *wrt: Any) -> NativeFunction:
        """∂f/∂x for an argument x, exact; of several, one after the other: `f.derivative(x, y)` is ∂²f/∂x∂y.

        Its shape is that of f with that of x behind it.
        """
        value = self._value
        for x in wrt:
            value = jacobian(value, self._inputs[self._place(x)])
        return NativeFunction(self.arguments, self._keys, self._inputs, value)

    def _place(self, x: Any) -> int:
        for place, key in enumerate(self._keys):
            if key == x or self.arguments[place] == str(x):
                return place
        raise ModelError(f"derivative: {unknown('argument', str(x), self.arguments)}")

    def _checked(self, values: Sequence[Any]) -> Sequence[Any]:
        if len(values) != len(self.arguments):
            said = ", ".join(self.arguments)
            raise ModelError(f"native: the function is one of ({said}), and got {len(values)} arguments.")
        return values

    def __repr__(self) -> str:
        return f"<NativeFunction of ({', '.join(self.arguments)}), shape {np.shape(self._value)}>"


def native(expression: Any, arguments: Any) -> NativeFunction:
    """`expression` as native code: a SymPy expression, a matrix, an array or a list of them.

    `arguments` are what it is a function of, one or several: symbols, functions of time such as q(t), their
    derivatives, or matrices and lists of these, which become arrays. Every symbol of the expression must be among them.
    """
    if not isinstance(arguments, (list, tuple)):
        arguments = [arguments]
    value = sympy.Array(expression) if isinstance(expression, (list, tuple)) else sympy.sympify(expression)
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
    except TraceError as error:
        raise ModelError(f"native: {str(error).removeprefix('from_sympy: ')}") from error
    return NativeFunction(names, arguments, inputs, found)


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
        left = {x for entry in entries for x in entry.atoms(*kinds)} - set(dummies.values())
        if left:
            first = min(left, key=lambda x: (x.is_Symbol, str(x))).xreplace({x: entry for entry, x in dummies.items()})
            raise ModelError(
                f"native: {first} stands in the expression and is not among the arguments ({', '.join(names)}). Add "
                "it to them, or give it a value with .subs() first."
            )
    return value


def _replaced(value: Any, known: dict[Any, Any]) -> Any:
    return value.xreplace(known)
