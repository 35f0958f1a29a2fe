r"""Sine and cosine of one argument together: reduction to |r| ≤ π/4, two polynomials, the quadrant's signs.

x = n π/2 + r with n = rint(2x/π). π/2 is split into four parts of 23 bits and a rest of 53, so that for |n| < 2³⁰ every
product n·part is exact, as are the first two differences; the rounding errors of the next two are carried along. r then
has an error of half a unit in its last place however close x is to a multiple of π/2 (the closest double below 2³¹ is
about 2⁻⁶⁰ away; the parts reach to 2⁻¹⁴⁷).

Beyond |x| = 10⁹, and for inf and NaN, the C library is called. The polynomials are the minimax ones of degree 13 and 14
used by every freely distributed C library since Sun's.

It is one function a module, which is called: written out at every use, its sixty instructions made code generation many
times slower and arms no faster (sums of nothing but sines by a tenth).
"""

from __future__ import annotations

from .ir import IrLines, LaneType

SINCOS_LIMIT = 1e9
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


def define_sincos(lanes: LaneType, name: str, slow_sine: str, slow_cosine: str) -> str:
    """Definition of `@name`, which returns sine and cosine of its argument as a pair.

    The two functions named are called beyond the range of the reduction. The module also needs `llvm.fabs`.
    """
    e = IrLines(lanes, "t")
    shifted = e.fused("%x", lanes.constant(TWO_OVER_PI), lanes.constant(ROUNDER))
    n = e.real("fsub", shifted, lanes.constant(ROUNDER))
    quadrant = e.line(f"bitcast {lanes.real} {shifted} to {lanes.integer}")
    sine, cosine = _place(e, quadrant, *_polynomials(e, _reduce(e, "%x", n)))
    size = e.line(f"call {lanes.real} @llvm.fabs.{lanes.suffix}({lanes.real} %x)")
    big = any_big = e.line(f"fcmp ugt {lanes.real} {size}, {lanes.constant(SINCOS_LIMIT)}")
    if lanes.width > 1:
        any_big = e.line(f"call i1 @llvm.vector.reduce.or.v{lanes.width}i1({lanes.truth} {big})")
    e.lines += [
        f"  br i1 {any_big}, label %slow, label %usual, !prof !{lanes.width}",
        "usual:",
        *_both(lanes, sine, cosine),
        "slow:",
    ]
    # Lane by lane, so that no result depends on its neighbours.
    slow = [e.line(f"call {lanes.real} @{f}({lanes.real} %x)") for f in (slow_sine, slow_cosine)]
    chosen = [
        e.line(f"select {lanes.truth} {big}, {lanes.real} {theirs}, {lanes.real} {ours}")
        for theirs, ours in zip(slow, (sine, cosine), strict=True)
    ]
    e.lines += _both(lanes, *chosen)
    head = f"define internal {sincos_type(lanes)} @{name}({lanes.real} %x) noinline {{"
    return "\n".join([*_declarations(lanes), head, *e.lines, "}"])


def sincos_type(lanes: LaneType) -> str:
    """The type of a sine and a cosine together."""
    return f"{{ {lanes.real}, {lanes.real} }}"


def _both(lanes: LaneType, sine: str, cosine: str) -> list[str]:
    """The return of both results; used once a block, so the name is the first result's."""
    first = f"{sine}.first"
    return [
        f"  {first} = insertvalue {sincos_type(lanes)} poison, {lanes.real} {sine}, 0",
        f"  {first}.both = insertvalue {sincos_type(lanes)} {first}, {lanes.real} {cosine}, 1",
        f"  ret {sincos_type(lanes)} {first}.both",
    ]


def _declarations(lanes: LaneType) -> list[str]:
    """The intrinsics of `define_sincos` that no operation uses by itself, and its branch weights."""
    real = lanes.real
    lines = [
        f'!{lanes.width} = !{{!"branch_weights", i32 1, i32 1000000}}',
        f"declare {real} @llvm.copysign.{lanes.suffix}({real}, {real})",
    ]
    if lanes.width > 1:
        lines.append(f"declare i1 @llvm.vector.reduce.or.v{lanes.width}i1({lanes.truth})")
    return lines


def _reduce(e: IrLines, x: str, n: str) -> str:
    """r = x − n π/2, correctly rounded but for a hair."""
    a, b, c, d, rest = (e.real("fmul", n, e.lanes.constant(part)) for part in HALF_PI_PARTS)
    exact = e.real("fsub", e.real("fsub", x, a), b)
    third = e.real("fsub", exact, c)
    error3 = e.real("fsub", e.real("fsub", exact, third), c)
    fourth = e.real("fsub", third, d)
    error4 = e.real("fsub", e.real("fsub", third, fourth), d)
    # The last difference this way round keeps the sign of a zero.
    return e.real("fsub", fourth, e.real("fsub", rest, e.real("fadd", error3, error4)))


def _polynomials(e: IrLines, r: str) -> tuple[str, str]:
    """sin r = r + r³ S(r²), and cos r = 1 − r²/2 + r⁴ C(r²) with the error of 1 − r²/2 put back."""
    one, half = e.lanes.constant(1.0), e.lanes.constant(0.5)
    z = e.real("fmul", r, r)
    sine = e.fused(e.real("fmul", z, r), e.horner(z, SIN), r)
    real = e.lanes.real
    sine = e.line(f"call {real} @llvm.copysign.{e.lanes.suffix}({real} {sine}, {real} {r})")  # matters for -0.0 only
    hz = e.real("fmul", half, z)
    w = e.real("fsub", one, hz)
    tail = e.real("fsub", e.real("fsub", one, w), hz)
    return sine, e.real("fadd", w, e.fused(e.real("fmul", z, z), e.horner(z, COS), tail))


def _place(e: IrLines, quadrant: str, sine: str, cosine: str) -> tuple[str, str]:
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
