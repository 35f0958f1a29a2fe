"""Special functions: SciPy's, called by address, with derivatives as expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import lazy_loader
import numpy as np

from .errors import TraceError
from .graph import Expr, constant, unary
from .opaque import Opaque, output

scipy = lazy_loader.load("scipy")

TWO_BY_ROOT_PI = 2.0 / np.sqrt(np.pi)


def _of(name: str, rule: Callable[..., tuple[Expr | None, ...]], inputs: int = 1, compiled: str = "") -> Opaque:
    """A function of SciPy; `compiled` is its name among those in C, where it is there."""

    def value(*args: float) -> float:
        order = (int(args[0]), *args[1:]) if name == "polygamma" else args
        return float(getattr(scipy.special, name)(*order))

    return Opaque(value, inputs, None, None, name, rule, compiled)


def _call(source: Opaque, *args: Any) -> Expr:
    return output(source, 0, tuple(constant(x) if isinstance(x, (int, float)) else x for x in args))


def _bell(a: Expr) -> Expr:
    return TWO_BY_ROOT_PI * unary("exp", -a * a)


def _bessel(name: str, below: float, above: float) -> Opaque:
    """Of an order and x: half the sum of both neighbours, with signs, is the derivative by x."""

    def rule(order: Expr, x: Expr) -> tuple[Expr | None, ...]:
        one, other = (_call(found[0], order + shift, x) for shift in (-1.0, 1.0))
        return None, 0.5 * (below * one + above * other)

    found = [_of(name, rule, 2, f"__pyx_fuse_1{name}")]
    return found[0]


ERF = _of("erf", lambda a: (_bell(a),), compiled="__pyx_fuse_1erf")
ERFC = _of("erfc", lambda a: (-_bell(a),), compiled="__pyx_fuse_1erfc")
POLYGAMMA: Opaque = _of("polygamma", lambda n, a: (None, _call(POLYGAMMA, n + 1.0, a)), 2)
DIGAMMA: Opaque = _of("psi", lambda a: (_call(POLYGAMMA, 1.0, a),), compiled="__pyx_fuse_1psi")
GAMMA: Opaque = _of("gamma", lambda a: (_call(GAMMA, a) * _call(DIGAMMA, a),), compiled="__pyx_fuse_1gamma")
LOGGAMMA = _of("gammaln", lambda a: (_call(DIGAMMA, a),), compiled="gammaln")
BESSEL_J, BESSEL_Y = _bessel("jv", 1.0, -1.0), _bessel("yv", 1.0, -1.0)
BESSEL_I, BESSEL_K = _bessel("iv", 1.0, 1.0), _bessel("kv", -1.0, -1.0)


def special(source: Opaque) -> Callable[..., Expr]:
    """What calls a function on expressions; of two arguments the first is its order."""

    def called(*args: Expr) -> Expr:
        if source.n_in > 1 and args[0].op != "const":
            raise TraceError(f"the order of {source.name} is {args[0]}; it has to be a number")
        return _call(source, *args)

    return called
