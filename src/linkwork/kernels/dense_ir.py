"""IR of loops over dense matrices: products in tiles that stay in registers, inverses, choices by position.

A matrix lies row by row, `ld` elements from row to row. In code for one state an element is a number and a vector takes
neighbouring columns; in code for several lanes an element is itself a vector, one number a lane.
"""

from __future__ import annotations

from dataclasses import dataclass

from .ir import Lanes
from .target import vector_width

TILE_ROWS = 4
TILE_VECTORS = 2


@dataclass(frozen=True)
class Elements:
    """How elements and vectors of them look in code for `lanes`."""

    lanes: Lanes

    @property
    def step(self) -> int:
        """Columns in a vector."""
        return max(2, vector_width()) if self.lanes.width == 1 else 1

    @property
    def vector(self) -> str:
        """The type of a vector of columns."""
        return f"<{self.step} x double>" if self.lanes.width == 1 else self.lanes.real

    @property
    def zero(self) -> str:
        """A vector of zeros."""
        return "zeroinitializer"

    def address(self, name: str, base: str, index: str) -> list[str]:
        """`name`: the address of element `index`."""
        return [
            f"  {name}.i = mul i64 {index}, {self.lanes.width}",
            f"  {name} = getelementptr double, ptr {base}, i64 {name}.i",
        ]

    def load(self, name: str, pointer: str) -> list[str]:
        """A vector."""
        return [f"  {name} = load {self.vector}, ptr {pointer}, align 8"]

    def spread(self, name: str, pointer: str) -> list[str]:
        """One element in all columns of a vector."""
        if self.lanes.width > 1:
            return self.load(name, pointer)
        return [f"  {name}.one = load double, ptr {pointer}, align 8", *self.splat(name, f"{name}.one", self.step)]

    def splat(self, name: str, number: str, width: int) -> list[str]:
        """One number in all places."""
        kind = f"<{width} x double>"
        return [
            f"  {name}.lane = insertelement {kind} poison, double {number}, i32 0",
            f"  {name} = shufflevector {kind} {name}.lane, {kind} poison, <{width} x i32> zeroinitializer",
        ]


def padded(size: int, lanes: Lanes) -> int:
    """Columns to have in memory for `size` of them: whole tiles."""
    tile = TILE_VECTORS * Elements(lanes).step
    return -(-size // tile) * tile


def padded_rows(size: int) -> int:
    """Rows to have in memory for `size` of them."""
    return -(-size // TILE_ROWS) * TILE_ROWS


def define_product(lanes: Lanes) -> str:
    """`@dense.product(A, lda, B, C, ldb, rows, inner, columns)`: C = A B; B and C have the same ld. Whole tiles."""
    e = Elements(lanes)
    cells = [(i, j) for i in range(TILE_ROWS) for j in range(TILE_VECTORS)]
    lines = [
        "define internal void @dense.product("
        "ptr %A, i64 %lda, ptr %B, ptr %C, i64 %ldb, i64 %rows, i64 %inner, i64 %columns) noinline {",
        "entry:",
        "  br label %row",
        "row:",
        "  %r = phi i64 [ 0, %entry ], [ %r.next, %row.end ]",
    ]
    for i in range(TILE_ROWS):
        lines += [f"  %r{i} = add i64 %r, {i}", f"  %a{i}.at = mul i64 %r{i}, %lda"]
        lines += e.address(f"%a{i}.row", "%A", f"%a{i}.at")
    lines += ["  br label %column", "column:", "  %c = phi i64 [ 0, %row ], [ %c.next, %column.end ]"]
    lines += ["  br label %k", "k:", "  %i = phi i64 [ 0, %column ], [ %i.next, %k ]"]
    lines += [f"  %s{i}.{j} = phi {e.vector} [ {e.zero}, %column ], [ %n{i}.{j}, %k ]" for i, j in cells]
    lines += ["  %b.row = mul i64 %i, %ldb", "  %b.at = add i64 %b.row, %c"]
    for j in range(TILE_VECTORS):
        lines += [f"  %b{j}.at = add i64 %b.at, {j * e.step}", *e.address(f"%b{j}.p", "%B", f"%b{j}.at")]
        lines += e.load(f"%b{j}", f"%b{j}.p")
    for i in range(TILE_ROWS):
        lines += [*e.address(f"%a{i}.p", f"%a{i}.row", "%i"), *e.spread(f"%a{i}", f"%a{i}.p")]
    for i, j in cells:
        lines.append(f"  %m{i}.{j} = fmul contract {e.vector} %a{i}, %b{j}")
        lines.append(f"  %n{i}.{j} = fadd contract {e.vector} %s{i}.{j}, %m{i}.{j}")
    lines += ["  %i.next = add i64 %i, 1", "  %i.more = icmp slt i64 %i.next, %inner"]
    lines += ["  br i1 %i.more, label %k, label %column.end", "column.end:"]
    for i, j in cells:
        lines += [f"  %c{i}.{j}.row = mul i64 %r{i}, %ldb", f"  %c{i}.{j}.c = add i64 %c{i}.{j}.row, %c"]
        lines += [f"  %c{i}.{j}.at = add i64 %c{i}.{j}.c, {j * e.step}"]
        lines += e.address(f"%c{i}.{j}.p", "%C", f"%c{i}.{j}.at")
        lines.append(f"  store {e.vector} %n{i}.{j}, ptr %c{i}.{j}.p, align 8")
    lines += [f"  %c.next = add i64 %c, {TILE_VECTORS * e.step}", "  %c.more = icmp slt i64 %c.next, %columns"]
    lines += ["  br i1 %c.more, label %column, label %row.end", "row.end:"]
    lines += [f"  %r.next = add i64 %r, {TILE_ROWS}", "  %r.more = icmp slt i64 %r.next, %rows"]
    return "\n".join([*lines, "  br i1 %r.more, label %row, label %done", "done:", "  ret void\n}"])


def define_choose(lanes: Lanes) -> str:
    """`@dense.choose(m, n, sign, X, Y, ld, rows, columns)`: X = sign (m X + n Y), entry by entry.

    m and n are constant matrices of ones and zeros, `columns` wide, the same for all lanes.
    """
    e = Elements(lanes)
    lines = [
        "define internal void @dense.choose("
        "ptr %m, ptr %n, double %sign, ptr %X, ptr %Y, i64 %ld, i64 %rows, i64 %columns) {",
        "entry:",
        *e.splat("%s", "%sign", e.step if lanes.width == 1 else lanes.width),
        "  br label %row",
        "row:",
        "  %r = phi i64 [ 0, %entry ], [ %r.next, %row.end ]",
        "  %own = mul i64 %r, %ld",
        "  %mask = mul i64 %r, %columns",
        "  br label %column",
        "column:",
        "  %c = phi i64 [ 0, %row ], [ %c.next, %column ]",
        "  %at = add i64 %own, %c",
        "  %mask.at = add i64 %mask, %c",
        *e.address("%X.p", "%X", "%at"),
        *e.address("%Y.p", "%Y", "%at"),
        *e.load("%x", "%X.p"),
        *e.load("%y", "%Y.p"),
    ]
    for mask in ("m", "n"):
        lines.append(f"  %{mask}.p = getelementptr double, ptr %{mask}, i64 %mask.at")
        if lanes.width == 1:
            lines += e.load(f"%{mask}.v", f"%{mask}.p")
        else:
            lines.append(f"  %{mask}.d = load double, ptr %{mask}.p, align 8")
            lines += e.splat(f"%{mask}.v", f"%{mask}.d", lanes.width)
    lines += [
        f"  %mx = fmul contract {e.vector} %m.v, %x",
        f"  %ny = fmul contract {e.vector} %n.v, %y",
        f"  %sum = fadd contract {e.vector} %mx, %ny",
        f"  %z = fmul contract {e.vector} %s, %sum",
        f"  store {e.vector} %z, ptr %X.p, align 8",
        f"  %c.next = add i64 %c, {e.step}",
        "  %c.more = icmp slt i64 %c.next, %columns",
        "  br i1 %c.more, label %column, label %row.end",
        "row.end:",
        "  %r.next = add i64 %r, 1",
        "  %r.more = icmp slt i64 %r.next, %rows",
        "  br i1 %r.more, label %row, label %done",
        "done:",
        "  ret void\n}",
    ]
    return "\n".join(lines)


def define_invert(lanes: Lanes) -> str:
    """`@dense.invert(A, ld, n, columns)`: A⁻¹ in place of A, by Gauss and Jordan without pivoting: A is definite."""
    e = Elements(lanes)
    one = f"splat (double {1.0:e})" if lanes.width > 1 else "1.0"
    real = lanes.real
    lines = [
        "define internal void @dense.invert(ptr %A, i64 %ld, i64 %n, i64 %columns) {",
        "entry:",
        "  br label %pivot",
        "pivot:",
        "  %k = phi i64 [ 0, %entry ], [ %k.next, %pivot.end ]",
        "  %k.row = mul i64 %k, %ld",
        "  %k.at = add i64 %k.row, %k",
        *e.address("%d.p", "%A", "%k.at"),
        f"  %d = load {real}, ptr %d.p, align 8",
        f"  %inverse = fdiv {real} {one}, %d",
        f"  store {real} {one}, ptr %d.p, align 8",
    ]
    lines += e.splat("%scale", "%inverse", e.step) if lanes.width == 1 else [f"  %scale = fadd {real} %inverse, {e.zero}"]
    lines += [
        "  br label %scaling",
        "scaling:",
        "  %c = phi i64 [ 0, %pivot ], [ %c.next, %scaling ]",
        "  %c.at = add i64 %k.row, %c",
        *e.address("%c.p", "%A", "%c.at"),
        *e.load("%c.x", "%c.p"),
        f"  %c.y = fmul contract {e.vector} %c.x, %scale",
        f"  store {e.vector} %c.y, ptr %c.p, align 8",
        f"  %c.next = add i64 %c, {e.step}",
        "  %c.more = icmp slt i64 %c.next, %columns",
        "  br i1 %c.more, label %scaling, label %row",
        "row:",
        "  %r = phi i64 [ 0, %scaling ], [ %r.next, %row.end ]",
        "  %own = icmp eq i64 %r, %k",
        "  br i1 %own, label %row.end, label %other",
        "other:",
        "  %r.row = mul i64 %r, %ld",
        "  %r.at = add i64 %r.row, %k",
        *e.address("%f.p", "%A", "%r.at"),
        *e.spread("%f", "%f.p"),
        f"  store {real} {lanes.constant(0.0)}, ptr %f.p, align 8",
        "  br label %column",
        "column:",
        "  %j = phi i64 [ 0, %other ], [ %j.next, %column ]",
        "  %from = add i64 %k.row, %j",
        "  %to = add i64 %r.row, %j",
        *e.address("%from.p", "%A", "%from"),
        *e.address("%to.p", "%A", "%to"),
        *e.load("%x", "%from.p"),
        *e.load("%y", "%to.p"),
        f"  %fx = fmul contract {e.vector} %f, %x",
        f"  %z = fsub contract {e.vector} %y, %fx",
        f"  store {e.vector} %z, ptr %to.p, align 8",
        f"  %j.next = add i64 %j, {e.step}",
        "  %j.more = icmp slt i64 %j.next, %columns",
        "  br i1 %j.more, label %column, label %row.end",
        "row.end:",
        "  %r.next = add i64 %r, 1",
        "  %r.more = icmp slt i64 %r.next, %n",
        "  br i1 %r.more, label %row, label %pivot.end",
        "pivot.end:",
        "  %k.next = add i64 %k, 1",
        "  %k.more = icmp slt i64 %k.next, %n",
        "  br i1 %k.more, label %pivot, label %done",
        "done:",
        "  ret void\n}",
    ]
    return "\n".join(lines)


def define_deliver(lanes: Lanes) -> str:
    """`@dense.deliver(X, ld, out, stride, rows, columns)`: the matrix without its padding, where the caller wants it."""
    e = Elements(lanes)
    real = lanes.real
    return "\n".join(
        [
            "define internal void @dense.deliver(ptr %X, i64 %ld, ptr %out, i64 %stride, i64 %rows, i64 %columns) {",
            "entry:",
            "  br label %row",
            "row:",
            "  %r = phi i64 [ 0, %entry ], [ %r.next, %row.end ]",
            "  %from.row = mul i64 %r, %ld",
            "  %to.row = mul i64 %r, %columns",
            "  br label %column",
            "column:",
            "  %c = phi i64 [ 0, %row ], [ %c.next, %column ]",
            "  %from = add i64 %from.row, %c",
            "  %to = add i64 %to.row, %c",
            *e.address("%from.p", "%X", "%from"),
            "  %to.at = mul i64 %to, %stride",
            "  %to.p = getelementptr double, ptr %out, i64 %to.at",
            f"  %x = load {real}, ptr %from.p, align 8",
            f"  store {real} %x, ptr %to.p, align 8",
            "  %c.next = add i64 %c, 1",
            "  %c.more = icmp slt i64 %c.next, %columns",
            "  br i1 %c.more, label %column, label %row.end",
            "row.end:",
            "  %r.next = add i64 %r, 1",
            "  %r.more = icmp slt i64 %r.next, %rows",
            "  br i1 %r.more, label %row, label %done",
            "done:",
            "  ret void\n}",
        ]
    )
