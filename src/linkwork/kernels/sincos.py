r"""Sine and cosine of one argument together, inlined: reduction to |r| ≤ π/4, two polynomials, the quadrant's signs.

x = n π/2 + r with n = rint(2x/π). π/2 is split into four parts of 23 bits and a rest of 53, so that for |n| < 2³⁰ every
product n·part is exact, as are the first two differences; the rounding errors of the next two are carried along. r then
has an error of half a unit in its last place however close x is to a multiple of π/2 (the closest double below 2³¹ is
about 2⁻⁶⁰ away; the parts reach to 2⁻¹⁴⁷). Contraction to FMA changes nothing, since the products are exact.

Beyond |x| = 10⁹, and for inf and NaN, the C library is called. The polynomials are the minimax ones of degree 13 and 14
used by every freely distributed C library since Sun's.
"""

from __future__ import annotations

from .ir import Lanes, each_lane

LIMIT = 1e9
TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
HALF_PI_PARTS = tuple(
    map(
        float.fromhex,
        (
            "0x1.921fb40000000p+0",
            "0x1.4442d00000000p-24",
            "0x1.8469880000000p-48",
            "0x1.8cc5140000000p-72",
            "0x1.80dc1cd129025p-95",
        ),
    )
)
# Adding 1.5·2⁵² rounds to a whole number and leaves it in the low bits.
ROUNDER = 6755399441055744.0
SIN = (
    1.58969099521155010221e-10,
    -2.50507602534068634195e-08,
    2.75573137070700676789e-06,
    -1.98412698298579493134e-04,
    8.33333333332248946124e-03,
    -1.66666666666666324348e-01,
)
COS = (
    -1.13596475577881948265e-11,
    2.08757232129817482790e-09,
    -2.75573143513906633035e-07,
    2.48015872894767294178e-05,
    -1.38888888888741095749e-03,
    4.16666666666666019037e-02,
)


def emit_sincos(lanes: Lanes, x: str, tag: str, block: str) -> tuple[list[str], str, str, str]:
    """IR lines that compute sin and cos of `x`, the names of both results, and the block that follows.

    `tag` makes names unique, `block` is the label of the current block (the results pass through a phi).
    """
    e = _Lines(lanes, tag)
    shifted = e.real("fadd", e.real("fmul", x, lanes.constant(TWO_OVER_PI)), lanes.constant(ROUNDER))
    n = e.real("fsub", shifted, lanes.constant(ROUNDER))
    quadrant = e.line(f"bitcast {lanes.real} {shifted} to {lanes.integer}")
    r = _reduce(e, x, n)
    sine, cosine = _polynomials(e, r)
    sine, cosine = _place(e, quadrant, sine, cosine)
    size = e.line(f"call {lanes.real} @llvm.fabs.{lanes.suffix}({lanes.real} {x})")
    big = any_big = e.line(f"fcmp ugt {lanes.real} {size}, {lanes.constant(LIMIT)}")
    if lanes.width > 1:
        any_big = e.line(f"call i1 @llvm.vector.reduce.or.v{lanes.width}i1({lanes.truth} {big})")
    slow, join = f"slow.{tag}", f"join.{tag}"
    pair = f"{{ {lanes.real}, {lanes.real} }}"
    e.lines += [
        f"  br i1 {any_big}, label %{slow}, label %{join}, !prof !0",
        f"{slow}:",
        f"  %{tag}.pair = call {pair} @sincos.slow({lanes.real} {x})",
        f"  %{tag}.pair.s = extractvalue {pair} %{tag}.pair, 0",
        f"  %{tag}.pair.c = extractvalue {pair} %{tag}.pair, 1",
        # Lane by lane, so that no result depends on its neighbours.
        f"  %{tag}.slow.s = select {lanes.truth} {big}, {lanes.real} %{tag}.pair.s, {lanes.real} {sine}",
        f"  %{tag}.slow.c = select {lanes.truth} {big}, {lanes.real} %{tag}.pair.c, {lanes.real} {cosine}",
        f"  br label %{join}",
        f"{join}:",
        f"  %{tag}.s = phi {lanes.real} [ {sine}, %{block} ], [ %{tag}.slow.s, %{slow} ]",
        f"  %{tag}.c = phi {lanes.real} [ {cosine}, %{block} ], [ %{tag}.slow.c, %{slow} ]",
    ]
    return e.lines, f"%{tag}.s", f"%{tag}.c", join


def declare_sincos(lanes: Lanes) -> str:
    """What a module with `emit_sincos` code needs beside it: the slow path, and the branch weights `!0`."""
    reduction = f"declare i1 @llvm.vector.reduce.or.v{lanes.width}i1({lanes.truth})\n" if lanes.width > 1 else ""
    sine, cosine = ("sin", "cos") if lanes.width == 1 else ("lanes.slow.sin", "lanes.slow.cos")
    helpers = "" if lanes.width == 1 else each_lane(lanes, sine, "sin", 1) + "\n" + each_lane(lanes, cosine, "cos", 1)
    copysign = f"declare {lanes.real} @llvm.copysign.{lanes.suffix}({lanes.real}, {lanes.real})\n"
    return f"""{helpers}
{copysign}define internal {{ {lanes.real}, {lanes.real} }} @sincos.slow({lanes.real} %x) noinline cold {{
  %s = call {lanes.real} @{sine}({lanes.real} %x)
  %c = call {lanes.real} @{cosine}({lanes.real} %x)
  %a = insertvalue {{ {lanes.real}, {lanes.real} }} poison, {lanes.real} %s, 0
  %b = insertvalue {{ {lanes.real}, {lanes.real} }} %a, {lanes.real} %c, 1
  ret {{ {lanes.real}, {lanes.real} }} %b
}}
{reduction}!0 = !{{!"branch_weights", i32 1, i32 1000000}}"""


class _Lines:
    """A growing list of IR lines with fresh names."""

    def __init__(self, lanes: Lanes, tag: str) -> None:
        self.lanes, self.tag = lanes, tag
        self.lines: list[str] = []

    def line(self, text: str) -> str:
        name = f"%{self.tag}.{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def real(self, op: str, a: str, b: str) -> str:
        return self.line(f"{op} contract {self.lanes.real} {a}, {b}")

    def whole(self, op: str, a: str, b: int) -> str:
        return self.line(f"{op} {self.lanes.integer} {a}, {self.lanes.whole(b)}")

    def horner(self, x: str, coefficients: tuple[float, ...]) -> str:
        value = self.lanes.constant(coefficients[0])
        for c in coefficients[1:]:
            value = self.real("fadd", self.real("fmul", value, x), self.lanes.constant(c))
        return value


def _reduce(e: _Lines, x: str, n: str) -> str:
    """r = x − n π/2, correctly rounded but for a hair."""
    a, b, c, d, rest = (e.real("fmul", n, e.lanes.constant(part)) for part in HALF_PI_PARTS)
    exact = e.real("fsub", e.real("fsub", x, a), b)
    third = e.real("fsub", exact, c)
    error3 = e.real("fsub", e.real("fsub", exact, third), c)
    fourth = e.real("fsub", third, d)
    error4 = e.real("fsub", e.real("fsub", third, fourth), d)
    # The last difference this way round keeps the sign of a zero.
    return e.real("fsub", fourth, e.real("fsub", rest, e.real("fadd", error3, error4)))


def _polynomials(e: _Lines, r: str) -> tuple[str, str]:
    """sin r = r + r³ S(r²), and cos r = 1 − r²/2 + r⁴ C(r²) with the error of 1 − r²/2 put back."""
    one, half = e.lanes.constant(1.0), e.lanes.constant(0.5)
    z = e.real("fmul", r, r)
    sine = e.real("fadd", r, e.real("fmul", e.real("fmul", z, r), e.horner(z, SIN)))
    real = e.lanes.real
    sine = e.line(f"call {real} @llvm.copysign.{e.lanes.suffix}({real} {sine}, {real} {r})")  # matters for -0.0 only
    hz = e.real("fmul", half, z)
    w = e.real("fsub", one, hz)
    tail = e.real("fsub", e.real("fsub", one, w), hz)
    quartic = e.real("fmul", e.real("fmul", z, z), e.horner(z, COS))
    return sine, e.real("fadd", w, e.real("fadd", tail, quartic))


def _place(e: _Lines, quadrant: str, sine: str, cosine: str) -> tuple[str, str]:
    """Sine and cosine of the whole angle: exchanged in odd quadrants, with the signs of the quadrant."""
    lanes = e.lanes
    odd = e.line(f"icmp ne {lanes.integer} {e.whole('and', quadrant, 1)}, {lanes.whole(0)}")
    pairs = ((sine, cosine, quadrant), (cosine, sine, e.whole("add", quadrant, 1)))
    results = []
    for even_value, odd_value, phase in pairs:
        value = e.line(f"select {lanes.truth} {odd}, {lanes.real} {odd_value}, {lanes.real} {even_value}")
        sign = e.whole("shl", e.whole("and", phase, 2), 62)
        bits = e.line(f"bitcast {lanes.real} {value} to {lanes.integer}")
        flipped = e.line(f"xor {lanes.integer} {bits}, {sign}")
        results.append(e.line(f"bitcast {lanes.integer} {flipped} to {lanes.real}"))
    return results[0], results[1]
