"""NumPy on symbols does what NumPy does on numbers."""

import numpy as np
import pytest

from linkwork.expr import Array, Expr, TraceError, array, is_symbolic, symbols, trace, where, zeros
from linkwork.expr.evaluate import evaluate

RNG = np.random.default_rng(3)
VALUES = {
    "x": 0.73,
    "y": -1.21,
    "a": RNG.uniform(-1, 1, 3),
    "b": RNG.uniform(-1, 1, 3),
    "A": RNG.uniform(-1, 1, (3, 3)) + 2 * np.eye(3),
    "B": RNG.uniform(-1, 1, (3, 3)),
    "C": RNG.uniform(-1, 1, (2, 2)) + 2 * np.eye(2),
    "T": RNG.uniform(-1, 1, (2, 3, 3)),
}
SHAPES = {name: np.shape(value) for name, value in VALUES.items()}
NUMBERS = RNG.uniform(-1, 1, (3, 3))

FUNCTIONS_OF_ONE = (
    *("sin", "cos", "tan", "arctan", "sinh", "cosh", "tanh", "arcsinh", "exp", "expm1", "exp2", "abs", "absolute"),
    *("fabs", "sign", "floor", "ceil", "trunc", "cbrt", "square", "negative", "positive", "reciprocal", "conjugate"),
    *(
        "deg2rad",
        "rad2deg",
        "radians",
        "degrees",
        "sinc",
        "real_if_close",
        "rint",
        "round",
        "isnan",
        "isinf",
        "isfinite",
    ),
)
FUNCTIONS_OF_A_FRACTION = ("arcsin", "arccos", "arctanh", "log", "log1p", "log10", "log2", "sqrt")
FUNCTIONS_OF_TWO = (
    *("add", "subtract", "multiply", "divide", "maximum", "minimum", "arctan2", "hypot", "mod", "remainder"),
    *("floor_divide", "heaviside", "less", "less_equal", "greater", "greater_equal", "equal", "not_equal"),
    *("logical_and", "logical_or", "logical_xor", "fmod", "fmin", "fmax", "copysign"),
)


def check(function, rtol=1e-14):
    """`function` of the inputs, traced and interpreted, against itself on numbers."""
    expected = np.asarray(function(**VALUES), dtype=float)
    traced = trace(function, SHAPES)
    assert traced.output_shapes["value"] == expected.shape
    np.testing.assert_allclose(traced(**VALUES).value, expected, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("name", FUNCTIONS_OF_ONE)
def test_functions_of_one_argument(name):
    function = getattr(np, name)
    check(lambda x, **_: function(x))
    check(lambda A, **_: function(A))


@pytest.mark.parametrize("name", FUNCTIONS_OF_A_FRACTION)
def test_functions_of_a_fraction(name):
    function = getattr(np, name)
    check(lambda x, **_: function(x))
    check(lambda a, **_: function(a * a))


@pytest.mark.parametrize("name", FUNCTIONS_OF_TWO)
def test_functions_of_two_arguments(name):
    function = getattr(np, name)
    check(lambda x, y, **_: function(x, y))
    check(lambda x, **_: function(x, np.float64(0.4)))
    check(lambda x, **_: function(np.float64(0.4), x))
    check(lambda a, b, **_: function(a, b))
    check(lambda A, b, **_: function(A, b))
    check(lambda a, **_: function(a, 0.3))
    check(lambda a, **_: function(NUMBERS, a))


SPECIAL = np.array(
    [-np.inf, -1e300, -2.5, -1.5, -0.5, 0.0, 0.49999999999999994, 0.5, 1.5, 2.5, 3e-200, 1e200, np.inf, np.nan]
)


@pytest.mark.parametrize("name", ["rint", "trunc", "isnan", "isinf", "isfinite", "log10", "log2", "sign"])
def test_special_values_of_one_argument(name):
    function = getattr(np, name)
    with np.errstate(all="ignore"):
        expected = function(SPECIAL).astype(float)
    np.testing.assert_allclose(trace(lambda x: function(x), {"x": ()})(SPECIAL).value, expected, rtol=4e-16)


@pytest.mark.parametrize("name", ["fmin", "fmax", "copysign", "hypot"])
def test_special_values_of_two_arguments(name):
    function = getattr(np, name)
    first, second = (a.ravel() for a in np.meshgrid(SPECIAL, SPECIAL))
    if name == "hypot":  # NumPy's is infinite for (inf, nan), ours is not a number
        first, second = first[~np.isnan(second)], second[~np.isnan(second)]
        first, second = first[np.isfinite(first)], second[np.isfinite(first)]
    expected = function(first, second)
    np.testing.assert_allclose(
        trace(lambda x, y: function(x, y), {"x": (), "y": ()})(first, second).value, expected, rtol=4e-16
    )


def test_rounding_to_decimals():
    check(lambda x, a, **_: np.round(x, 1) + np.round(10 * a, -1) + np.around(a, decimals=2))


def test_powers():
    check(lambda a, **_: a**2 + a**3 + a**-1 + abs(a) ** 0.5 + abs(a) ** 1.7)
    check(lambda a, x, **_: 2.0**a + np.power(abs(a), x) + np.float_power(abs(x), 1.5))


ON_ARRAYS = {
    "cross": lambda a, b, **_: np.cross(a, b),
    "cross with numbers": lambda a, **_: np.cross([1.0, 2.0, 3.0], a),
    "cross of rows": lambda A, b, **_: np.cross(A, b),
    "linalg.cross": lambda a, b, **_: np.linalg.cross(a, b),
    "dot": lambda a, b, **_: np.dot(a, b),
    "dot of a matrix": lambda A, b, **_: np.dot(A, b),
    "vdot": lambda a, b, **_: np.vdot(a, b),
    "inner": lambda a, b, **_: np.inner(a, b),
    "outer": lambda a, b, **_: np.outer(a, b),
    "kron": lambda A, C, **_: np.kron(A, C),
    "matmul": lambda A, B, b, **_: A @ B @ b,
    "matmul number left": lambda A, **_: NUMBERS @ A,
    "matmul number right": lambda A, **_: A @ NUMBERS,
    "matmul stacked": lambda T, a, **_: T @ a,
    "matmul of a literal": lambda x, y, a, **_: np.array([[x, y, 1.0], [0.0, x, y]]) @ a,
    "eye": lambda A, **_: np.eye(3) + A @ np.eye(3),
    "transpose": lambda A, **_: A.T @ A,
    "norm": lambda a, **_: np.linalg.norm(a),
    "norm of rows": lambda A, **_: np.linalg.norm(A, axis=1),
    "norm keeps dimensions": lambda A, **_: A / np.linalg.norm(A, axis=1, keepdims=True),
    "norm of a matrix": lambda A, **_: np.linalg.norm(A),
    "vector_norm": lambda a, **_: np.linalg.vector_norm(a),
    "det": lambda A, **_: np.linalg.det(A),
    "det 2": lambda C, **_: np.linalg.det(C),
    "inv": lambda A, **_: np.linalg.inv(A),
    "inv 2": lambda C, **_: np.linalg.inv(C),
    "inv 1": lambda C, **_: np.linalg.inv(C[:1, :1]),
    "solve": lambda A, b, **_: np.linalg.solve(A, b),
    "solve columns": lambda A, B, **_: np.linalg.solve(A, B),
    "multi_dot": lambda A, B, b, **_: np.linalg.multi_dot([A, B, b]),
    "matrix_power": lambda A, **_: np.linalg.matrix_power(A, 3),
    "where": lambda a, b, **_: np.where(a < b, a, 0.0),
    "where on a scalar": lambda x, a, **_: np.where(x > 0, a, -a),
    "select": lambda a, b, **_: np.select([a < -0.2, a < 0.4], [a, b], 7.0),
    "interp": lambda a, **_: np.interp(a, [-1.0, 0.0, 0.5], [2.0, 1.0, 3.0]),
    "interp of a scalar": lambda x, **_: np.interp(x, [-1.0, 0.0, 0.5], [2.0, 1.0, 3.0]),
    "clip": lambda a, **_: np.clip(a, -0.3, 0.4),
    "clip by a symbol": lambda a, x, **_: np.clip(a, None, x),
    "clip method": lambda a, **_: a.clip(-0.3, 0.4),
    "sum": lambda A, **_: np.sum(A),
    "sum of rows": lambda A, **_: A.sum(axis=1),
    "sum with start": lambda A, **_: np.sum(A, axis=0, initial=2.0),
    "prod": lambda a, **_: np.prod(a),
    "cumsum": lambda a, **_: np.cumsum(a),
    "mean": lambda A, **_: np.mean(A, axis=0),
    "var": lambda a, **_: np.var(a),
    "std of columns": lambda A, **_: np.std(A, axis=0),
    "real and imaginary part": lambda a, x, **_: np.real(a) + np.imag(a) + np.real(x) + np.isreal(a),
    "max": lambda A, **_: np.max(A),
    "max of columns": lambda A, **_: np.max(A, axis=0),
    "max over axes": lambda T, **_: np.max(T, axis=(0, 2)),
    "max keeps dimensions": lambda T, **_: np.max(T, axis=(0, 2), keepdims=True),
    "max with start": lambda a, **_: np.max(a, initial=0.5),
    "min method": lambda A, **_: A.min(axis=-1),
    "maximum.accumulate": lambda a, **_: np.maximum.accumulate(a),
    "minimum.outer": lambda a, b, **_: np.minimum.outer(a, b),
    "ptp": lambda a, **_: np.ptp(a),
    "all": lambda a, **_: np.all(a > -2.0),
    "any": lambda a, **_: np.any(a > 2.0),
    "compare arrays": lambda A, B, **_: (A > B) & ~(A == B) | (A != B) & (A <= B),
    "mask by a truth value": lambda a, x, **_: (x > 0) * a + (a > 0) * 2.0,
    "concatenate": lambda a, **_: np.concatenate([a, [1.0], a[:1]]),
    "concatenate and compare": lambda a, b, **_: np.where(np.concatenate([a, b]) > 0, 1.0, 2.0),
    "stack": lambda a, b, **_: np.stack([a, b], axis=1),
    "stack scalars": lambda x, y, **_: np.stack([x, y]),
    "hstack": lambda a, x, **_: np.hstack([a, x]),
    "vstack": lambda a, b, **_: np.vstack([a, b]),
    "block": lambda A, a, **_: np.block([[A, a[:, None]], [a, 1.0]]),
    "append": lambda a, x, **_: np.append(a, x),
    "einsum": lambda A, B, **_: np.einsum("ij,kj->ik", A, B),
    "einsum of three": lambda T, a, **_: np.einsum("kij,j->ki", T, a),
    "tensordot": lambda T, A, **_: np.tensordot(T, A, axes=1),
    "trace": lambda A, **_: np.trace(A),
    "diag": lambda a, **_: np.diag(a),
    "diagonal": lambda A, **_: np.diag(A),
    "tril": lambda A, **_: np.tril(A),
    "triu": lambda A, **_: np.triu(A, 1),
    "roll": lambda a, **_: np.roll(a, 1),
    "flip": lambda a, **_: np.flip(a),
    "reshape": lambda A, **_: np.reshape(A, (9,)),
    "moveaxis": lambda T, **_: np.moveaxis(T, 0, 2),
    "broadcast_to": lambda a, **_: np.broadcast_to(a, (2, 3)),
    "diff": lambda a, **_: np.diff(a),
    "polyval": lambda x, **_: np.polyval([1.0, -2.0, 3.0], x),
    "polyval of an array": lambda a, b, **_: np.polyval(a, b),
    "literal": lambda x, y, **_: np.array([[x, 0.0], [y * x, 1.0]]),
    "sin of a literal": lambda x, y, **_: np.sin(np.array([x, y])),
    "zeros_like": lambda a, **_: np.zeros_like(a) + 1.0,
    "full_like": lambda a, x, **_: np.full_like(a, x),
    "trapezoid": lambda a, **_: np.trapezoid(a),
    "float64 times symbol": lambda x, **_: np.float64(2.0) * x + np.float64(1.0) / x - np.float64(3.0),
    "float64 times array": lambda a, **_: np.float64(2.0) * a - a / np.float64(3.0),
    "symbol and list": lambda x, **_: np.add(x, [1.0, 2.0]) * np.maximum([0.0, 1.0], x),
    "0-d array times symbol": lambda x, **_: np.array(2.0) * x - x * np.array(3.0),
    "index by array": lambda A, **_: A[[2, 0]][:, [1, 1]],
    "in-place on a copy": lambda a, b, **_: np.add(a.copy(), b, out=a.copy()),
}


@pytest.mark.parametrize("name", ON_ARRAYS)
def test_functions_of_arrays(name):
    check(ON_ARRAYS[name], rtol=1e-13)


def test_results_are_arrays_again():
    """Else the next comparison would leave our hands."""
    a = symbols("a", 3)
    for result in (np.stack([a, a]), np.outer(a, a), np.diag(a), np.einsum("i,i->i", a, a)):
        assert isinstance(result, Array)
    assert all(isinstance(part, Array) for part in np.split(a, 3))


def test_in_place_operators():
    a = symbols("a", 3)
    b = a.copy()
    b += 1.0
    b *= a
    b **= 2
    b[0] = 5.0
    assert b[1] is ((a[1] + 1.0) * a[1]) ** 2 and b[0] == 5.0
    np.sin(a, out=b)
    assert b[2] is np.sin(a[2])


def test_zeros_can_be_filled():
    x = symbols("x")
    matrix = zeros((2, 2))
    matrix[0, 1] = x
    assert matrix[0, 1] is x and matrix[1, 1] == 0.0
    assert zeros(3).tolist() == [0.0, 0.0, 0.0]


def test_array_of_values():
    x = symbols("x")
    made = array([[x, 1], [np.float32(2), True]])
    assert isinstance(made, Array) and made[0, 0] is x
    assert [type(v) for v in made.ravel()[1:]] == [float] * 3
    assert array(made) is made
    assert array(x).item() is x
    for ragged in ([[x], [1, 2]], [x, "a"]):
        with pytest.raises((TraceError, ValueError)):
            array(ragged)


def test_is_symbolic():
    x = symbols("x")
    assert all(map(is_symbolic, (x, [1.0, [x]], np.array([x]), x > 0)))
    assert not any(map(is_symbolic, (1.0, [1.0], np.ones(2), "x", zeros(2))))


def test_numbers_stay_numbers():
    x = symbols("x")
    product = array([[x, 0.0], [0.0, 2.0]]) @ np.eye(2)
    assert product[0, 0] is x and isinstance(product[1, 1], float)
    assert evaluate(product.ravel(), {"x": 3.0}) == [3.0, 0.0, 0.0, 2.0]


REFUSED = {
    "eigh": (lambda A: np.linalg.eigh(A), "np.linalg.eigh has no meaning on symbols. Use solve_ldlt"),
    "svd": (lambda A: np.linalg.svd(A), "np.linalg.svd has no meaning"),
    "inv of 4": (lambda A: np.linalg.inv(np.kron(A, A)), r"np.linalg.inv on symbols is for one matrix up to 3×3"),
    "norm of order 1": (lambda A: np.linalg.norm(A, ord=1), "ord=1 has no meaning"),
    "divmod": (lambda A: np.divmod(A, 2.0), "np.divmod has no meaning on symbols. Write it with other functions"),
    "frexp": (lambda A: np.frexp(A), "np.frexp has no meaning"),
    "allclose": (lambda A: np.allclose(A, 1.0), "np.allclose asks for a decision"),
    "where of one": (lambda A: np.where(A > 0), "needs three arguments"),
    "interp with left": (lambda A: np.interp(A, [0, 1], [0, 1], left=0.0), "use linkwork's table"),
    "masked ufunc": (lambda A: np.maximum(A, 0, where=np.eye(2) > 0), "np.maximum with where has no meaning"),
    "masked reduction": (lambda A: np.max(A, initial=0.0, where=np.eye(2) > 0), "`where` has no meaning"),
    "truth of an array": (lambda A: bool(A > 0), "truth value of an array"),
    "sort": (lambda A: np.sort(A), "needs to know whether"),
    "argmax": (lambda A: np.argmax(A), "needs to know whether"),
    "into floats": (lambda A: np.zeros((2, 2)).__iadd__(A), "array of float64 cannot take symbols in place"),
    "entry into floats": (lambda A: np.zeros(2).__setitem__(0, A[0, 0]), "start from linkwork's zeros"),
    "row into floats": (lambda A: np.zeros((2, 2)).__setitem__(0, A[0]), "start from linkwork's zeros"),
    "compare a literal": (lambda A: np.array([A[0, 0], 1.0]) > 0, r"write linkwork's array\(\[...\]\)"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_meaning_is_refused_with_a_remedy(name):
    function, message = REFUSED[name]
    with pytest.raises(TraceError, match=message):
        function(symbols("A", (2, 2)))


def test_arrays_without_symbols_are_numbers_to_numpy():
    matrix = array([[2.0, 1.0], [1.0, 3.0]])
    assert np.isfinite(matrix).all()
    np.testing.assert_allclose(np.linalg.eigvalsh(matrix), np.linalg.eigvalsh([[2.0, 1.0], [1.0, 3.0]]))
    assert type(matrix.astype(float)) is np.ndarray


def test_scalars_and_arrays_mix():
    x, a = symbols("x"), symbols("a", 2)
    for mixed in (x * a, a * x, x + a, where(x > 0, a, 0.0), (x > 0) & (a > 0), np.ones(2) * x, x * np.ones(2)):
        assert isinstance(mixed, Array) and mixed.shape == (2,)
    assert isinstance(a @ a, Expr)
