"""Running a wide kernel over rows: a loop that takes `width` rows at a time, wherever their numbers lie.

Each argument comes with a descriptor of six words (base, element stride, row stride, index, mode, size); element j of
row r is

* `STRIDED`: at `base[r * row_stride + j * element_stride]`,
* `OFFSET`:  at `base[index[r] + j * element_stride]`,
* `SHARED`:  the pointer itself is handed on, for whatever all rows have in common.

Full groups of rows that lie side by side (row stride 1) are used in place; others are packed into the work array and
back, several rows at once where these lie side by side. Outputs with `ADD` are added to what is there, row after row.
The last group repeats its last row in the lanes that are left over. The number of arguments is data as well: the code
below is the same for any.
"""

from __future__ import annotations

from .ir import LaneType

STRIDED, OFFSET, SHARED, ADD = 0, 1, 3, 8
ROW_WORDS = 6
ROW_ELEMENT, ROW_STRIDE, ROW_INDEX, ROW_MODE, ROW_SIZE = 1, 2, 3, 4, 5
PREFETCH_GROUPS = 4
"""How many groups ahead rows by offset are asked for."""
MANY_COLUMNS = 60
"""Numbers of a row from which on its columns are asked for: more streams than a processor follows by itself."""


def emit_batch(
    body: str, n_in: int, n_out: int, lanes: LaneType, gathers: bool = False, many_columns: bool = False
) -> str:
    """IR of `@body.batch(in, out, work, start, stop)`, which runs `@body` over rows [start, stop).

    The work array holds `width` numbers for every element of every argument, then what the body itself needs. With
    `gathers`, rows by offset are fetched into the processor's cache some groups ahead; with `many_columns`, the next
    group of rows side by side is. The module also needs `batch_helpers`, once.
    """
    asked = ["rows.ahead"] * gathers + ["columns.ahead"] * many_columns
    ahead = "".join(
        f"  call void @{name}(ptr %{side}, i64 {n}, i64 %row, i64 %stop)\n"
        for name in asked
        for side, n in (("in", n_in), ("out", n_out))
        if n
    )
    return f"""
define void @{body}.batch(ptr %in, ptr %out, ptr %work, i64 %start, i64 %stop) {{
entry:
  %ins = alloca [{2 * n_in + 2} x i64]
  %outs = alloca [{2 * n_out + 1} x i64]
  ; behind the inputs: the table of opaque functions, handed on as it is, and how many lanes have a row of their own
  %table.d = getelementptr %descriptor, ptr %in, i64 {n_in}
  %table = load ptr, ptr %table.d
  %table.p = getelementptr i64, ptr %ins, i64 {2 * n_in}
  store ptr %table, ptr %table.p
  %valid.p = getelementptr i64, ptr %ins, i64 {2 * n_in + 1}
  %any = icmp slt i64 %start, %stop
  br i1 %any, label %rows, label %done
rows:
  %row = phi i64 [ %start, %entry ], [ %next, %rows ]
  %left = sub i64 %stop, %row
  %full = icmp sge i64 %left, {lanes.width}
  %valid = select i1 %full, i64 {lanes.width}, i64 %left
  store i64 %valid, ptr %valid.p
  %begin = icmp eq i64 %row, %start
  %rest = call ptr @rows.enter(ptr %in, ptr %ins, i64 {n_in}, ptr %work, i64 %row, i64 %valid, i1 true, i1 %begin)
  %inner = call ptr @rows.enter(ptr %out, ptr %outs, i64 {n_out}, ptr %rest, i64 %row, i64 %valid, i1 false, i1 false)
{ahead}  call void @{body}(ptr %ins, ptr %outs, ptr %inner)
  call void @rows.leave(ptr %out, ptr %outs, i64 {n_out}, i64 %row, i64 %valid)
  %next = add i64 %row, {lanes.width}
  %more = icmp slt i64 %next, %stop
  br i1 %more, label %rows, label %done
done:
  ret void
}}
"""


def batch_helpers(lanes: LaneType) -> str:
    """What every module with `emit_batch` code needs once beside it."""
    parts = (
        _DESCRIPTOR,
        _masks(lanes),
        _enter(lanes.width),
        _leave(lanes.width),
        _pack(lanes),
        _unpack(lanes),
        _unpack_add(lanes.width),
        _ahead(lanes.width),
        _columns_ahead(lanes.width),
    )
    return "\n".join(parts)


_DESCRIPTOR = "%descriptor = type { ptr, i64, i64, ptr, i64, i64 }"


def _field(name: str, index: int, kind: str = "i64") -> str:
    """`%name`: one word of the descriptor `%d`."""
    return f"""
  %{name}.p = getelementptr %descriptor, ptr %d, i64 0, i32 {index}
  %{name} = load {kind}, ptr %{name}.p"""


def _direct(width: int) -> str:
    """`%direct`: whether an argument is used where it lies: `%shared`, or a full group of rows side by side."""
    return f"""{_field("rs", ROW_STRIDE)}{_field("mode", ROW_MODE)}
  %shared = icmp eq i64 %mode, {SHARED}
  %plain = icmp eq i64 %mode, {STRIDED}
  %side = icmp eq i64 %rs, 1
  %full = icmp eq i64 %valid, {width}
  %a = and i1 %plain, %side
  %b = and i1 %a, %full
  %direct = or i1 %shared, %b"""


def _enter(width: int) -> str:
    """Sets pointer and stride of `n` arguments for this group of rows; returns where the work array goes on.

    What is the same in every row (row stride 0) is packed once, for the group that begins.
    """
    head = "@rows.enter(ptr %ds, ptr %entries, i64 %n, ptr %work, i64 %row, i64 %valid, i1 %read, i1 %begin)"
    return f"""
define internal ptr {head} noinline {{
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %arguments, label %done
arguments:
  %k = phi i64 [ 0, %entry ], [ %k.next, %join ]
  %buffer = phi ptr [ %work, %entry ], [ %after, %join ]
  %d = getelementptr %descriptor, ptr %ds, i64 %k
  %base = load ptr, ptr %d{_field("es", ROW_ELEMENT)}{_field("size", ROW_SIZE)}{_direct(width)}
  %room = mul i64 %size, {width}
  %after = getelementptr double, ptr %buffer, i64 %room
  %shift = select i1 %shared, i64 0, i64 %row
  %here = getelementptr double, ptr %base, i64 %shift
  %pointer = select i1 %direct, ptr %here, ptr %buffer
  %stride = select i1 %direct, i64 %es, i64 {width}
  %at = mul i64 %k, 2
  %p = getelementptr i64, ptr %entries, i64 %at
  store ptr %pointer, ptr %p
  %q = getelementptr i64, ptr %p, i64 1
  store i64 %stride, ptr %q
  %kept = xor i1 %direct, true
  %moves = icmp ne i64 %rs, 0
  %fresh = or i1 %moves, %begin
  %wanted = and i1 %kept, %read
  %packed = and i1 %wanted, %fresh
  br i1 %packed, label %pack, label %join
pack:
  call void @rows.pack(ptr %d, ptr %buffer, i64 %size, i64 %row, i64 %valid)
  br label %join
join:
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %arguments, label %done
done:
  %end = phi ptr [ %work, %entry ], [ %after, %join ]
  ret ptr %end
}}"""


def _leave(width: int) -> str:
    """Puts packed outputs back where they belong."""
    return f"""
define internal void @rows.leave(ptr %ds, ptr %entries, i64 %n, i64 %row, i64 %valid) noinline {{
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %arguments, label %done
arguments:
  %k = phi i64 [ 0, %entry ], [ %k.next, %join ]
  %d = getelementptr %descriptor, ptr %ds, i64 %k{_field("size", ROW_SIZE)}{_direct(width)}
  %at = mul i64 %k, 2
  %p = getelementptr i64, ptr %entries, i64 %at
  %buffer = load ptr, ptr %p
  br i1 %direct, label %join, label %unpack
unpack:
  %add = icmp sge i64 %mode, {ADD}
  br i1 %add, label %adding, label %storing
adding:
  call void @rows.unpack.add(ptr %d, ptr %buffer, i64 %size, i64 %row, i64 %valid)
  br label %join
storing:
  call void @rows.unpack(ptr %d, ptr %buffer, i64 %size, i64 %row, i64 %valid)
  br label %join
join:
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %arguments, label %done
done:
  ret void
}}"""


def _pack(lanes: LaneType) -> str:
    """Element by element: one number from each lane's row, stored side by side."""
    lines, previous = [], "poison"
    for lane in range(lanes.width):
        lines += [
            f"  %e{lane} = getelementptr double, ptr %row{lane}, i64 %step",
            f"  %x{lane} = load double, ptr %e{lane}",
            f"  %v{lane} = insertelement {lanes.real} {previous}, double %x{lane}, i32 {lane}",
        ]
        previous = f"%v{lane}"
    lines.append(f"  store {lanes.real} {previous}, ptr %slot, align 8")
    beside = [
        f"  %known = call {lanes.real} {_masked('load', lanes)}(ptr align 8 %place, {lanes.truth} %mask, "
        f"{lanes.real} zeroinitializer)",
        "  %last.p = getelementptr double, ptr %place, i64 %end",
        "  %last = load double, ptr %last.p",
        f"  %last.0 = insertelement {lanes.real} poison, double %last, i32 0",
        f"  %lasts = shufflevector {lanes.real} %last.0, {lanes.real} poison, <{lanes.width} x i32> zeroinitializer",
        f"  %side.v = select {lanes.truth} %mask, {lanes.real} %known, {lanes.real} %lasts",
        f"  store {lanes.real} %side.v, ptr %side.slot, align 8",
    ]
    return _element_loop("rows.pack", lanes, lines, beside)


def _unpack(lanes: LaneType) -> str:
    """The way back. Lanes past the last row hold what the last row holds, so writing them again does no harm."""
    lines = [f"  %v = load {lanes.real}, ptr %slot, align 8"]
    for lane in range(lanes.width):
        lines += [
            f"  %x{lane} = extractelement {lanes.real} %v, i32 {lane}",
            f"  %e{lane} = getelementptr double, ptr %row{lane}, i64 %step",
            f"  store double %x{lane}, ptr %e{lane}",
        ]
    beside = [
        f"  %side.v = load {lanes.real}, ptr %side.slot, align 8",
        f"  call void {_masked('store', lanes)}({lanes.real} %side.v, ptr align 8 %place, {lanes.truth} %mask)",
    ]
    return _element_loop("rows.unpack", lanes, lines, beside)


def _masked(what: str, lanes: LaneType) -> str:
    """The name of loading or storing some lanes only."""
    return f"@llvm.masked.{what}.{lanes.suffix}.p0"


def _masks(lanes: LaneType) -> str:
    """What is said of these beforehand."""
    vector, truth = lanes.real, lanes.truth
    return (
        f"declare {vector} {_masked('load', lanes)}(ptr, {truth}, {vector})\n"
        f"declare void {_masked('store', lanes)}({vector}, ptr, {truth})"
    )


def _element_loop(name: str, lanes: LaneType, move: list[str], beside: list[str]) -> str:
    """IR that finds the row of each lane, `%rowK`, then runs over their elements: `%slot` is where they are packed.

    Where rows lie side by side, `beside` moves an element of all of them at `%place`, and `%mask` says which lanes
    have one.
    """
    strided, offset, rows = [], [], []
    for k in range(lanes.width):
        strided += [
            f"  %late{k} = icmp slt i64 %end, {k}",
            f"  %lane{k} = select i1 %late{k}, i64 %end, i64 {k}",
            f"  %r{k} = add i64 %row, %lane{k}",
            f"  %plain{k} = mul i64 %r{k}, %rs",
        ]
        offset += [f"  %index{k} = getelementptr i64, ptr %index, i64 %r{k}", f"  %given{k} = load i64, ptr %index{k}"]
        rows.append(f"  %first{k} = phi i64 [ %plain{k}, %apart ], [ %given{k}, %offsets ]")
    rows += [f"  %row{k} = getelementptr double, ptr %base, i64 %first{k}" for k in range(lanes.width)]
    numbers = ", ".join(f"i64 {k}" for k in range(lanes.width))
    return "\n".join(
        [
            f"define internal void @{name}(ptr %d, ptr %buffer, i64 %n, i64 %row, i64 %valid) noinline {{",
            "entry:",
            "  %base = load ptr, ptr %d" + _field("es", ROW_ELEMENT) + _field("rs", ROW_STRIDE),
            _field("index", ROW_INDEX, "ptr") + _field("mode", ROW_MODE),
            "  %end = sub i64 %valid, 1",
            "  %some = icmp sgt i64 %n, 0",
            "  br i1 %some, label %which, label %done",
            "which:",
            f"  %by.offset = icmp eq i64 %mode, {OFFSET}",
            f"  %plain = icmp eq i64 %mode, {STRIDED}",
            "  %one = icmp eq i64 %rs, 1",
            "  %side = and i1 %plain, %one",
            "  br i1 %side, label %beside, label %apart",
            "beside:",
            f"  %ends = insertelement {lanes.integer} poison, i64 %end, i32 0",
            f"  %all.ends = shufflevector {lanes.integer} %ends, {lanes.integer} poison, "
            f"<{lanes.width} x i32> zeroinitializer",
            f"  %mask = icmp sge {lanes.integer} %all.ends, <{numbers}>",
            "  %first.place = getelementptr double, ptr %base, i64 %row",
            "  br label %columns",
            "columns:",
            "  %c = phi i64 [ 0, %beside ], [ %c.next, %columns ]",
            "  %place = phi ptr [ %first.place, %beside ], [ %place.next, %columns ]",
            "  %side.slot = phi ptr [ %buffer, %beside ], [ %side.slot.next, %columns ]",
            *beside,
            "  %place.next = getelementptr double, ptr %place, i64 %es",
            f"  %side.slot.next = getelementptr double, ptr %side.slot, i64 {lanes.width}",
            "  %c.next = add i64 %c, 1",
            "  %c.more = icmp slt i64 %c.next, %n",
            "  br i1 %c.more, label %columns, label %done",
            "apart:",
            *strided,
            "  br i1 %by.offset, label %offsets, label %start",
            "offsets:",
            *offset,
            "  br label %start",
            "start:",
            *rows,
            "  br label %elements",
            "elements:",
            "  %j = phi i64 [ 0, %start ], [ %j.next, %elements ]",
            "  %step = phi i64 [ 0, %start ], [ %step.next, %elements ]",
            "  %slot = phi ptr [ %buffer, %start ], [ %slot.next, %elements ]",
            *move,
            "  %step.next = add i64 %step, %es",
            f"  %slot.next = getelementptr double, ptr %slot, i64 {lanes.width}",
            "  %j.next = add i64 %j, 1",
            "  %more = icmp slt i64 %j.next, %n",
            "  br i1 %more, label %elements, label %done",
            "done:",
            "  ret void\n}",
        ]
    )


def _unpack_add(width: int) -> str:
    """Row after row, since several may add to the same place."""
    return f"""
define internal void @rows.unpack.add(ptr %d, ptr %buffer, i64 %n, i64 %row, i64 %valid) noinline {{
entry:
  %base = load ptr, ptr %d{_field("es", ROW_ELEMENT)}{_field("rs", ROW_STRIDE)}
  {_field("index", ROW_INDEX, "ptr")}{_field("mode", ROW_MODE)}
  %by.offset = icmp eq i64 %mode, {OFFSET + ADD}
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %lanes, label %done
lanes:
  %lane = phi i64 [ 0, %entry ], [ %lane.next, %lane.end ]
  %r = add i64 %row, %lane
  %plain = mul i64 %r, %rs
  br i1 %by.offset, label %offsets, label %start
offsets:
  %index.r = getelementptr i64, ptr %index, i64 %r
  %given = load i64, ptr %index.r
  br label %start
start:
  %first = phi i64 [ %plain, %lanes ], [ %given, %offsets ]
  br label %elements
elements:
  %j = phi i64 [ 0, %start ], [ %j.next, %elements ]
  %step = mul i64 %j, %es
  %place = add i64 %first, %step
  %element = getelementptr double, ptr %base, i64 %place
  %packed = mul i64 %j, {width}
  %at = add i64 %packed, %lane
  %slot = getelementptr double, ptr %buffer, i64 %at
  %value = load double, ptr %slot
  %old = load double, ptr %element
  %sum = fadd double %old, %value
  store double %sum, ptr %element
  %j.next = add i64 %j, 1
  %j.more = icmp slt i64 %j.next, %n
  br i1 %j.more, label %elements, label %lane.end
lane.end:
  %lane.next = add i64 %lane, 1
  %lane.more = icmp slt i64 %lane.next, %valid
  br i1 %lane.more, label %lanes, label %done
done:
  ret void
}}"""


def _ahead(width: int) -> str:
    """Asks for rows by offset that a later group will use: they may lie anywhere, so nothing else foresees them."""
    return f"""
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define internal void @rows.ahead(ptr %ds, i64 %n, i64 %row, i64 %stop) noinline {{
entry:
  %first = add i64 %row, {PREFETCH_GROUPS * width}
  %end = add i64 %first, {width}
  %inside = icmp sle i64 %end, %stop
  %some = icmp sgt i64 %n, 0
  %any = and i1 %inside, %some
  br i1 %any, label %arguments, label %done
arguments:
  %k = phi i64 [ 0, %entry ], [ %k.next, %join ]
  %d = getelementptr %descriptor, ptr %ds, i64 %k
  %base = load ptr, ptr %d{_field("index", ROW_INDEX, "ptr")}
  %by.offset = icmp ne ptr %index, null
  br i1 %by.offset, label %rows, label %join
rows:
  %r = phi i64 [ %first, %arguments ], [ %r.next, %rows ]
  %offset.p = getelementptr i64, ptr %index, i64 %r
  %offset = load i64, ptr %offset.p
  %place = getelementptr double, ptr %base, i64 %offset
  call void @llvm.prefetch.p0(ptr %place, i32 0, i32 3, i32 1)
  %r.next = add i64 %r, 1
  %r.more = icmp slt i64 %r.next, %end
  br i1 %r.more, label %rows, label %join
join:
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %arguments, label %done
done:
  ret void
}}"""


def _columns_ahead(width: int) -> str:
    """Asks for the last numbers of the next group: where columns do not begin at a cache line, the first are there."""
    return f"""
define internal void @columns.ahead(ptr %ds, i64 %n, i64 %row, i64 %stop) noinline {{
entry:
  %last = add i64 %row, {2 * width - 1}
  %inside = icmp slt i64 %last, %stop
  br i1 %inside, label %arguments, label %done
arguments:
  %k = phi i64 [ 0, %entry ], [ %k.next, %join ]
  %d = getelementptr %descriptor, ptr %ds, i64 %k
  %base = load ptr, ptr %d{_field("es", ROW_ELEMENT)}{_field("size", ROW_SIZE)}
  %valid = add i64 {width}, 0{_direct(width)}
  %first = getelementptr double, ptr %base, i64 %last
  %some = icmp sgt i64 %size, 0
  %any = and i1 %b, %some
  br i1 %any, label %elements, label %join
elements:
  %j = phi i64 [ 0, %arguments ], [ %j.next, %elements ]
  %place = phi ptr [ %first, %arguments ], [ %place.next, %elements ]
  call void @llvm.prefetch.p0(ptr %place, i32 0, i32 3, i32 1)
  %place.next = getelementptr double, ptr %place, i64 %es
  %j.next = add i64 %j, 1
  %j.more = icmp slt i64 %j.next, %size
  br i1 %j.more, label %elements, label %join
join:
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %arguments, label %done
done:
  ret void
}}"""
