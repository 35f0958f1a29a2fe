"""IR of loops over dense matrices: products in tiles that stay in registers, inverses, choices by position.

A matrix lies row by row, `ld` elements from row to row. In code for one state an element is a number and a vector takes
neighbouring columns; in code for several lanes an element is itself a vector, one number a lane. Sizes are constants of
the code, so that addresses fold and short loops are written out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .ir import LaneType, constant_array, element, fused, next_round, splat

TILE_ROWS = 4
TILE_VECTORS = 2


@dataclass(frozen=True)
class DenseElements:
    """How elements and vectors of them look in code for `lanes`."""

    lanes: LaneType

    @property
    def step(self) -> int:
        """Columns in a vector."""
        return max(2, self.lanes.machine) if self.lanes.width == 1 else 1

    @property
    def vector(self) -> str:
        """The type of a vector of columns."""
        return f"<{self.step} x double>" if self.lanes.width == 1 else self.lanes.real

    @property
    def zero(self) -> str:
        """A vector of zeros."""
        return "zeroinitializer"

    def address(self, name: str, base: str, index: int) -> str:
        """`name`: the address of an element by its constant place."""
        return element(name, base, index * self.lanes.width)

    def moved(self, name: str, base: str, index: str, ld: int = 1) -> list[str]:
        """`name`: the address of an element by a place that is computed, `ld` elements apart."""
        return [
            f"  {name}.i = mul i64 {index}, {ld * self.lanes.width}",
            element(name, base, f"{name}.i"),
        ]

    def load(self, name: str, pointer: str) -> list[str]:
        """A vector."""
        return [f"  {name} = load {self.vector}, ptr {pointer}, align 8"]

    def spread(self, name: str, pointer: str) -> list[str]:
        """One element in all columns of a vector."""
        if self.lanes.width > 1:
            return self.load(name, pointer)
        return [f"  {name}.one = load double, ptr {pointer}, align 8", *splat(name, f"{name}.one", self.step)]


def padded(size: int, lanes: LaneType) -> int:
    """Columns to have in memory for `size` of them: whole tiles."""
    tile = TILE_VECTORS * DenseElements(lanes).step
    return -(-size // tile) * tile


def padded_rows(size: int) -> int:
    """Rows to have in memory for `size` of them."""
    return -(-size // TILE_ROWS) * TILE_ROWS


def define_product(name: str, lanes: LaneType, lda: int, ld: int, ranges: Sequence[tuple[int, int]], inner: int) -> str:
    """`@name(A, B, C)`: C = A B in whole tiles; B and C have the same ld.

    `ranges` has for every row of tiles the columns from where to where C is wanted.
    """
    e = DenseElements(lanes)
    width, cells = lanes.width, [(i, j) for i in range(TILE_ROWS) for j in range(TILE_VECTORS)]
    lines = [
        constant_array(f"{name}.ranges", [x for pair in ranges for x in pair]),
        f"define internal void @{name}(ptr %A, ptr %B, ptr %C) {{",
        "entry:",
        "  br label %row",
        "row:",
        "  %r = phi i64 [ 0, %entry ], [ %r.next, %row.end ]",
        *e.moved("%a.row", "%A", "%r", lda * TILE_ROWS),
        *e.moved("%c.row", "%C", "%r", ld * TILE_ROWS),
        f"  %first.p = getelementptr [2 x i64], ptr @{name}.ranges, i64 %r",
        "  %first = load i64, ptr %first.p, align 8",
        "  %last.p = getelementptr i64, ptr %first.p, i64 1",
        "  %last = load i64, ptr %last.p, align 8",
        "  %any = icmp slt i64 %first, %last",
        "  br i1 %any, label %column, label %row.end",
        "column:",
        "  %c = phi i64 [ %first, %row ], [ %c.next, %column.end ]",
        *e.moved("%b.column", "%B", "%c"),
        *e.moved("%to", "%c.row", "%c"),
        "  br label %k",
        "k:",
        "  %i = phi i64 [ 0, %column ], [ %i.next, %k ]",
        "  %a = phi ptr [ %a.row, %column ], [ %a.next, %k ]",
        "  %b = phi ptr [ %b.column, %column ], [ %b.next, %k ]",
    ]
    lines += [f"  %s{i}.{j} = phi {e.vector} [ zeroinitializer, %column ], [ %n{i}.{j}, %k ]" for i, j in cells]
    for j in range(TILE_VECTORS):
        lines += [e.address(f"%b{j}.p", "%b", j * e.step), *e.load(f"%b{j}", f"%b{j}.p")]
    for i in range(TILE_ROWS):
        lines += [e.address(f"%a{i}.p", "%a", i * lda), *e.spread(f"%a{i}", f"%a{i}.p")]
    for i, j in cells:
        lines.append(f"  %n{i}.{j} = {fused(e.vector, f'%a{i}', f'%b{j}', f'%s{i}.{j}')}")
    lines += [element("%a.next", "%a", width), element("%b.next", "%b", ld * width)]
    lines += next_round("i", 1, inner, "k", "column.end")
    for i, j in cells:
        lines.append(e.address(f"%c{i}.{j}", "%to", i * ld + j * e.step))
        lines.append(f"  store {e.vector} %n{i}.{j}, ptr %c{i}.{j}, align 8")
    lines += next_round("c", TILE_VECTORS * e.step, "%last", "column", "row.end")
    lines += next_round("r", 1, len(ranges), "row", "done")
    return "\n".join([*lines, "  ret void\n}"])


def define_choose(name: str, lanes: LaneType, ld: int, rows: int, columns: int) -> str:
    """`@name(m, n, sign, X, Y)`: X = sign ((X where m) + (Y where n)), entry by entry; zero where neither.

    m and n are constant matrices of words, all ones or all zeros, `columns` wide and the same for all lanes.
    """
    e = DenseElements(lanes)
    size = e.step if lanes.width == 1 else lanes.width
    words = f"<{size} x i64>"
    lines = [
        f"define internal void @{name}(ptr %m, ptr %n, double %sign, ptr %X, ptr %Y) {{",
        "entry:",
        *splat("%s", "%sign", size),
        "  br label %row",
        "row:",
        "  %r = phi i64 [ 0, %entry ], [ %r.next, %row ]",
        *e.moved("%X.row", "%X", "%r", ld),
        *e.moved("%Y.row", "%Y", "%r", ld),
        f"  %mask = mul i64 %r, {columns}",
        "  %m.row = getelementptr i64, ptr %m, i64 %mask",
        "  %n.row = getelementptr i64, ptr %n, i64 %mask",
    ]
    for c in range(0, columns, e.step):
        for matrix, mask in ("Xm", "Yn"):
            lines.append(e.address(f"%{matrix}{c}.p", f"%{matrix}.row", c))
            lines.append(f"  %{matrix}{c} = load {words}, ptr %{matrix}{c}.p, align 8")
            lines.append(f"  %{mask}{c}.p = getelementptr i64, ptr %{mask}.row, i64 {c}")
            if lanes.width == 1:
                lines.append(f"  %{mask}{c} = load {words}, ptr %{mask}{c}.p, align 8")
            else:
                lines.append(f"  %{mask}{c}.d = load double, ptr %{mask}{c}.p, align 8")
                lines += splat(f"%{mask}{c}.v", f"%{mask}{c}.d", size)
                lines.append(f"  %{mask}{c} = bitcast {e.vector} %{mask}{c}.v to {words}")
            lines.append(f"  %{matrix}{c}.w = and {words} %{matrix}{c}, %{mask}{c}")
            lines.append(f"  %{matrix}{c}.v = bitcast {words} %{matrix}{c}.w to {e.vector}")
        lines += [
            f"  %sum{c} = fadd {e.vector} %X{c}.v, %Y{c}.v",
            f"  %z{c} = fmul {e.vector} %s, %sum{c}",
            f"  store {e.vector} %z{c}, ptr %X{c}.p, align 8",
        ]
    return "\n".join([*lines, *next_round("r", 1, rows, "row", "done"), "  ret void\n}"])


def define_add(name: str, lanes: LaneType, ld: int, rows: int, columns: int) -> str:
    """`@name(sign, X, Y)`: X += sign Y."""
    e = DenseElements(lanes)
    lines = [
        f"define internal void @{name}(double %sign, ptr %X, ptr %Y) {{",
        "entry:",
        *splat("%s", "%sign", e.step if lanes.width == 1 else lanes.width),
        "  br label %row",
        "row:",
        "  %r = phi i64 [ 0, %entry ], [ %r.next, %row ]",
        *e.moved("%X.row", "%X", "%r", ld),
        *e.moved("%Y.row", "%Y", "%r", ld),
    ]
    for c in range(0, columns, e.step):
        for matrix in "XY":
            lines += [e.address(f"%{matrix}{c}.p", f"%{matrix}.row", c), *e.load(f"%{matrix}{c}", f"%{matrix}{c}.p")]
        lines += [
            f"  %z{c} = {fused(e.vector, '%s', f'%Y{c}', f'%X{c}')}",
            f"  store {e.vector} %z{c}, ptr %X{c}.p, align 8",
        ]
    return "\n".join([*lines, *next_round("r", 1, rows, "row", "done"), "  ret void\n}"])


def define_invert(name: str, lanes: LaneType, ld: int, n: int, columns: int) -> str:
    r"""`@name(A, T)`: A⁻¹ in place of a definite symmetric A by sweeps, each of which keeps symmetry.

    Sweep k with d = A_kk and t the column k: A_ij −= t_i t_j / d, then A_ik = A_ki = t_i / d and A_kk = −1 / d; all of
    them leave −A⁻¹ (Goodnight 1979). Only entries below the diagonal, to the end of their vector, are kept up to date.
    T has room for two rows.
    """
    e, real = DenseElements(lanes), lanes.real
    lines = [
        f"define internal void @{name}(ptr %A, ptr %T) {{",
        "entry:",
        e.address("%F", "%T", columns),
        "  br label %sweep",
        "sweep:",
        "  %k = phi i64 [ 0, %entry ], [ %k.next, %swept ]",
        *e.moved("%k.row", "%A", "%k", ld),
        *e.moved("%d.p", "%k.row", "%k"),
        *e.moved("%t.k", "%T", "%k"),
        *e.moved("%f.k", "%F", "%k"),
        *e.moved("%k.column", "%A", "%k"),
        f"  %d = load {real}, ptr %d.p, align 8",
        f"  %inverse = fdiv {real} {lanes.constant(1.0)}, %d",
        f"  %last = fneg {real} %inverse",
        *(splat("%scale", "%inverse", e.step) if lanes.width == 1 else []),
    ]
    scale = "%scale" if lanes.width == 1 else "%inverse"
    vectors = range(0, columns, e.step)
    for c in vectors:
        lines += [e.address(f"%row{c}", "%k.row", c), *e.load(f"%x{c}", f"%row{c}"), e.address(f"%t{c}", "%T", c)]
        lines.append(f"  store {e.vector} %x{c}, ptr %t{c}, align 8")
    # Beyond the diagonal, row k is what stands below it in column k.
    lines += ["  br label %below"]
    lines += _strided_copy(e, "below", "%k.column", ld, "%T", 1, n, "sweep", "update")
    lines += ["update:"]
    for c in vectors:
        lines += [*e.load(f"%y{c}", f"%t{c}"), e.address(f"%f{c}", "%F", c)]
        lines += [f"  %g{c} = fmul {e.vector} %y{c}, {scale}", f"  store {e.vector} %g{c}, ptr %f{c}, align 8"]
    for i in range(n):
        lines += [e.address(f"%s{i}.p", "%F", i), *e.spread(f"%s{i}", f"%s{i}.p")]
        lines.append(f"  %minus{i} = fneg {e.vector} %s{i}")
        for c in range(0, i + 1, e.step):
            tag = f"{i}.{c}"
            lines += [e.address(f"%p{tag}", "%A", i * ld + c), *e.load(f"%a{tag}", f"%p{tag}")]
            lines.append(f"  %n{tag} = {fused(e.vector, f'%minus{i}', f'%y{c}', f'%a{tag}')}")
            lines.append(f"  store {e.vector} %n{tag}, ptr %p{tag}, align 8")
    for c in vectors:
        lines.append(f"  store {e.vector} %g{c}, ptr %row{c}, align 8")
    lines += ["  br label %own"]
    lines += _strided_copy(e, "own", "%F", 1, "%k.column", ld, n, "update", "swept")
    lines += ["swept:", f"  store {real} %last, ptr %d.p, align 8", *next_round("k", 1, n, "sweep", "mirror")[:-1]]
    return "\n".join([*lines, *_mirror(e, ld, n), "  ret void\n}"])


def _strided_copy(
    e: DenseElements, label: str, source: str, step: int, to: str, apart: int, n: int, before: str, after: str
) -> list[str]:
    """Elements k to n of a column or row to another one."""
    real = e.lanes.real
    return [
        f"{label}:",
        f"  %{label}.i = phi i64 [ %k, %{before} ], [ %{label}.i.next, %{label} ]",
        *e.moved(f"%{label}.from", source, f"%{label}.i", step),
        *e.moved(f"%{label}.to", to, f"%{label}.i", apart),
        f"  %{label}.x = load {real}, ptr %{label}.from, align 8",
        f"  store {real} %{label}.x, ptr %{label}.to, align 8",
        *next_round(f"{label}.i", 1, n, label, after)[:-1],
    ]


def _mirror(e: DenseElements, ld: int, n: int) -> list[str]:
    """The half below the diagonal, with its sign turned, into both halves."""
    real = e.lanes.real
    return [
        "mirror:",
        "  br label %line",
        "line:",
        "  %r = phi i64 [ 0, %mirror ], [ %r.next, %line.end ]",
        *e.moved("%r.row", "%A", "%r", ld),
        *e.moved("%r.column", "%A", "%r"),
        "  br label %cell",
        "cell:",
        "  %c = phi i64 [ 0, %line ], [ %c.next, %cell ]",
        *e.moved("%c.p", "%r.row", "%c"),
        *e.moved("%c.q", "%r.column", "%c", ld),
        f"  %c.x = load {real}, ptr %c.p, align 8",
        f"  %c.y = fneg {real} %c.x",
        f"  store {real} %c.y, ptr %c.p, align 8",
        f"  store {real} %c.y, ptr %c.q, align 8",
        "  %c.next = add i64 %c, 1",
        "  %c.more = icmp sle i64 %c.next, %r",
        "  br i1 %c.more, label %cell, label %line.end",
        "line.end:",
        *next_round("r", 1, n, "line", "done"),
    ]


def define_deliver(name: str, lanes: LaneType, ld: int, n: int) -> str:
    """`@name(X, out, stride)`: n × n entries of a matrix, without its padding, where the caller wants them."""
    e = DenseElements(lanes)
    vector = e.vector if n >= e.step else lanes.real
    step = e.step if n >= e.step else 1
    lines = [
        f"define internal void @{name}(ptr %X, ptr %out, i64 %stride) {{",
        "entry:",
        "  br label %row",
        "row:",
        "  %r = phi i64 [ 0, %entry ], [ %r.next, %row ]",
        *e.moved("%from", "%X", "%r", ld),
        f"  %at = mul i64 %r, {n}",
        "  %to.i = mul i64 %at, %stride",
        "  %to = getelementptr double, ptr %out, i64 %to.i",
    ]
    # The last vector overlaps the one before it where n is no multiple of their width.
    for c in [*range(0, n - step + 1, step), *([n - step] if n % step else [])]:
        lines += [
            e.address(f"%x{c}.p", "%from", c),
            f"  %x{c} = load {vector}, ptr %x{c}.p, align 8",
            f"  %o{c}.i = mul i64 %stride, {c}",
            f"  %o{c} = getelementptr double, ptr %to, i64 %o{c}.i",
            f"  store {vector} %x{c}, ptr %o{c}, align 8",
        ]
    return "\n".join([*lines, *next_round("r", 1, n, "row", "done"), "  ret void\n}"])
