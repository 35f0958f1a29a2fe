"""IR of loops over rows: a driver that runs each loop, sets the pointers of a row, and calls the body of its kind."""

from __future__ import annotations

from ..expr.function import Function
from .batch import ADD, OFFSET, SHARED, STRIDED, batch_helpers, emit_batch
from .emit import emit_kernel
from .ir import LaneType, arguments_room, call_native, element, native_function, write_argument
from .program import COUNTS, Add, At, Program, RolledLoop, Row, Transposed, Whole, argument_size
from .schedule import opaque_sources, schedule


def emit_loops(program: Program, name: str, lanes: LaneType) -> tuple[list[str], int]:
    """The module texts, the driver `@name(in, out, work)` in the first, and the slots of work memory a lane needs."""
    driver = _Driver(program, name, lanes)
    loops = [driver.loop(k, loop) for k, loop in enumerate(program.loops)]
    calls = [call_native(f"{name}.loop{k}") for k in range(len(loops))]
    entry = native_function(name, [f"  call void @{name}.clear(ptr %in, ptr %out)", *calls])
    texts = [*driver.helpers, *driver.declared, driver.clear(), *loops, entry]
    return ["\n".join(texts), *driver.modules], driver.slots


class _Driver:
    """Writes the loops of one program; collects the modules of their bodies."""

    def __init__(self, program: Program, name: str, lanes: LaneType) -> None:
        self.program, self.name, self.lanes = program, name, lanes
        self.inputs = [*program.inputs, *program.columns, COUNTS]
        self.modules: list[str] = []
        self.declared: list[str] = []
        self.helpers: list[str] = []
        self.slots = 0
        self.opaque_seen = 0

    def loop(self, k: int, loop: RolledLoop) -> str:
        """The function `@name.loopK`: rows in order, or several at a time where that is allowed."""
        return self._ordered_loop(k, loop) if loop.ordered or self.lanes.width > 1 else self._wide_loop(k, loop)

    def clear(self) -> str:
        """The function `@name.clear`: zeros in the written buffers but for those a loop fills before they are read."""
        lines = [f"define internal void @{self.name}.clear(ptr %in, ptr %out) {{", "entry:"]
        lines += self._base(COUNTS, "in", self.inputs.index(COUNTS) * self.lanes.words)
        block = "entry"
        for name in self.program.written:
            if self.program.buffers[name].zero and not _is_filled(self.program, name):
                lines += [*self._base(name, *self._entry(name)), *self._stride(name, *self._entry(name))]
                lines += self._zeros(name, block)
                block = f"{_safe(name)}.cleared"
        return "\n".join([*lines, "  ret void\n}"])

    def _zeros(self, name: str, block: str) -> list[str]:
        """A loop that clears one buffer."""
        buffer, t, real = self.program.buffers[name], f"%{_safe(name)}", self.lanes.real
        rows = [f"  {t}.rows = add i64 1, 0"]
        if buffer.rows is not None:
            index = self.program.counts.index(buffer.rows)
            rows = [
                element(f"{t}.count.p", f"%base.{_safe(COUNTS)}", index, "i64"),
                f"  {t}.count = load i64, ptr {t}.count.p",
                f"  {t}.rows = add i64 {t}.count, {buffer.extra}",
            ]
        return [
            *rows,
            f"  {t}.size = mul i64 {t}.rows, {buffer.width}",
            f"  {t}.any = icmp sgt i64 {t}.size, 0",
            f"  br i1 {t}.any, label %{_safe(name)}.clear, label %{_safe(name)}.cleared",
            f"{_safe(name)}.clear:",
            f"  {t}.i = phi i64 [ 0, %{block} ], [ {t}.next, {t}.clear ]",
            f"  {t}.at = mul i64 {t}.i, %stride.{_safe(name)}",
            element(f"{t}.to", f"%base.{_safe(name)}", f"{t}.at"),
            f"  store {real} {self.lanes.constant(0.0)}, ptr {t}.to, align 8",
            f"  {t}.next = add i64 {t}.i, 1",
            f"  {t}.more = icmp slt i64 {t}.next, {t}.size",
            f"  br i1 {t}.more, label %{_safe(name)}.clear, label %{_safe(name)}.cleared",
            f"{_safe(name)}.cleared:",
        ]

    def _base(self, name: str, side: str, position: int) -> list[str]:
        """`%base.name`: the pointer to a buffer or column."""
        return [
            element(f"%base.{_safe(name)}.p", f"%{side}", position, "i64"),
            f"  %base.{_safe(name)} = load ptr, ptr %base.{_safe(name)}.p",
        ]

    def _body(
        self, label: str, body: Function, lanes: LaneType, uniform: set[str], added: frozenset[int] = frozenset()
    ) -> int:
        """Compiles a body beside the driver; returns its slots. `uniform` inputs are the same in all lanes."""
        plan = schedule(body)
        positions = frozenset(i for i, a in enumerate(body.inputs) if a in uniform)
        self.modules += emit_kernel(plan, label, lanes, positions, added)
        self.declared.append(f"declare void @{label}(ptr, ptr, ptr)")
        return plan.slot_count

    def _ordered_loop(self, k: int, loop: RolledLoop) -> str:
        """One row after the other."""
        first = loop.bodies[0]
        arguments = [("ins", i, a) for i, a in enumerate(first.inputs)]
        arguments += [("outs", i, a) for i, a in enumerate(first.outputs)]
        label = f"{self.name}.loop{k}"
        lines = [
            "entry:",
            arguments_room("%ins", len(first.inputs), self.lanes, self.lanes.words),
            arguments_room("%outs", len(first.outputs), self.lanes),
            *self._prepare(loop),
            "  %any = icmp sgt i64 %n, 0",
            "  br i1 %any, label %rows, label %done",
            "rows:",
            "  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]",
            "  %from.end = sub i64 %end, %i",
            f"  %r = {'add i64 %from.end, 0' if loop.reverse else 'add i64 %i, 0'}",
        ]
        temporaries = self._temporaries(loop)
        for side, i, a in arguments:
            lines += self._pointer(loop, side, i, a, temporaries)
        lines += self._dispatch(label, loop, temporaries)
        lines += [
            "next:",
            "  %i.next = add i64 %i, 1",
            "  %more = icmp slt i64 %i.next, %n",
            "  br i1 %more, label %rows, label %done",
            "done:",
        ]
        return native_function(label, lines, internal=True)

    def _prepare(self, loop: RolledLoop) -> list[str]:
        """Loads the count of rows and the bases of all buffers and columns, once before the rows."""
        names = {_inner(loop, a).buffer for body in loop.bodies for a in (*body.inputs, *body.outputs)}
        columns = {p.column for a in loop.places if isinstance(p := _inner(loop, a), At)}
        if loop.kind is not None:
            columns.add(loop.kind)
        lines = []
        for name in sorted(names | columns | {COUNTS}):
            lines += self._base(name, *self._entry(name))
            if name in names:
                lines += self._stride(name, *self._entry(name))
        index = self.program.counts.index(loop.rows)
        return [
            *lines,
            element("%n.p", f"%base.{_safe(COUNTS)}", index, "i64"),
            "  %n = load i64, ptr %n.p",
            "  %end = sub i64 %n, 1",
        ]

    def _entry(self, name: str) -> tuple[str, int]:
        """Where a buffer or column stands: side and position among the words of that side."""
        if name in self.inputs:
            return "in", self.inputs.index(name) * self.lanes.words
        return "out", list(self.program.written).index(name) * self.lanes.words

    def _stride(self, name: str, side: str, position: int) -> list[str]:
        """The distance between the elements of a buffer: 1, or what the batch loop says."""
        if self.lanes.width == 1 or self.program.buffers[name].shared:
            return [f"  %stride.{_safe(name)} = add i64 1, 0"]
        return [
            element(f"%stride.{_safe(name)}.p", f"%{side}", position + 1, "i64"),
            f"  %stride.{_safe(name)} = load i64, ptr %stride.{_safe(name)}.p",
        ]

    def _temporaries(self, loop: RolledLoop) -> dict[str, int]:
        """Slots of the work array for outputs that are added when the row is done, by argument."""
        slots, count = {}, 0
        for a, place in loop.places.items():
            if isinstance(place, Add) and not place.apart:
                slots[a] = count
                count += max(argument_size(body, a) for body in loop.bodies)
        return slots

    def _pointer(self, loop: RolledLoop, side: str, i: int, a: str, temporaries: dict[str, int]) -> list[str]:
        """Sets pointer (and stride) of one argument for row `%r`."""
        t = f"%{_safe(a)}"
        if a in temporaries:
            lines = [element(f"{t}.pointer", "%work", temporaries[a] * self.lanes.width)]
            lines += self._target(loop, a)
            stride = str(self.lanes.width)
        else:
            lines = self._target(loop, a)
            lines.append(element(f"{t}.pointer", f"{t}.target", 0))
            stride = f"%stride.{_safe(_inner(loop, a).buffer)}"
            if isinstance(loop.places[a], Transposed):
                lines.append(f"  {t}.apart = mul i64 {stride}, %n")
                stride = f"{t}.apart"
        return lines + write_argument(f"{t}.{side}", f"%{side}", i, f"{t}.pointer", stride, self.lanes)

    def _target(self, loop: RolledLoop, a: str) -> list[str]:
        """`%a.target`: where the numbers of argument `a` lie for row `%r`."""
        place = _inner(loop, a)
        t, name = f"%{_safe(a)}", place.buffer
        if isinstance(place, At):
            offset = [
                element(f"{t}.column", f"%base.{_safe(place.column)}", "%r", "i64"),
                f"  {t}.offset = load i64, ptr {t}.column",
            ]
        elif isinstance(place, Row):
            offset = [
                f"  {t}.row = add i64 %r, {place.shift}",
                f"  {t}.offset = mul i64 {t}.row, {self.program.buffers[name].width}",
            ]
        elif isinstance(place, Whole):
            offset = [f"  {t}.offset = add i64 0, 0"]
        else:
            # Transposed, while states and not rows fill the lanes: the elements of a row are `%n` apart.
            offset = [f"  {t}.offset = add i64 %r, 0"]
        return [
            *offset,
            f"  {t}.scaled = mul i64 {t}.offset, %stride.{_safe(name)}",
            element(f"{t}.target", f"%base.{_safe(name)}", f"{t}.scaled"),
        ]

    def _dispatch(self, label: str, loop: RolledLoop, temporaries: dict[str, int]) -> list[str]:
        """Calls the body of the row's kind and adds what is to be added."""
        room = sum(max(argument_size(body, a) for body in loop.bodies) for a in temporaries)
        lines = [element("%inner", "%work", room * self.lanes.width)]
        if loop.kind is None:
            lines.append("  br label %kind0")
        else:
            lines += [
                element("%kind.p", f"%base.{_safe(loop.kind)}", "%r", "i64"),
                "  %kind = load i64, ptr %kind.p",
            ]
            cases = " ".join(f"i64 {k}, label %kind{k}" for k in range(1, len(loop.bodies)))
            lines.append(f"  switch i64 %kind, label %kind0 [ {cases} ]")
        for k, body in enumerate(loop.bodies):
            name = f"{label}.{k}"
            shared = {a for a in body.inputs if self.program.buffers[_inner(loop, a).buffer].shared}
            apart = frozenset(i for i, a in enumerate(body.outputs) if getattr(loop.places[a], "apart", False))
            slots = self._body(name, body, self.lanes, shared, apart)
            self.slots = max(self.slots, room + slots)
            lines.append(f"kind{k}:")
            lines += self._opaque_table(k, body)
            lines.append(call_native(name, "%ins", "%outs", "%inner"))
            for a in temporaries:
                lines += self._accumulate(k, a, argument_size(body, a), _inner(loop, a).buffer)
            lines.append("  br label %next")
        return lines

    def _opaque_table(self, k: int, body: Function) -> list[str]:
        """Hands a body its part of the table of opaque functions, and the count of rows, behind its inputs."""
        count = len(opaque_sources(body))
        if count == 0:
            return []
        first, self.opaque_seen = self.opaque_seen, self.opaque_seen + count
        rows = [
            element(f"%rows{k}.p", "%in", len(self.inputs) * 2 + 1, "i64"),
            f"  %rows{k} = load i64, ptr %rows{k}.p",
            element(f"%rows{k}.q", "%ins", len(body.inputs) * 2 + 1, "i64"),
            f"  store i64 %rows{k}, ptr %rows{k}.q",
        ]
        return [
            *(rows if self.lanes.words == 2 else []),
            element(f"%opaque{k}.p", "%in", len(self.inputs) * self.lanes.words, "i64"),
            f"  %opaque{k}.all = load ptr, ptr %opaque{k}.p",
            element(f"%opaque{k}.own", f"%opaque{k}.all", first, "i64"),
            element(f"%opaque{k}.q", "%ins", len(body.inputs) * self.lanes.words, "i64"),
            f"  store ptr %opaque{k}.own, ptr %opaque{k}.q",
        ]

    def _accumulate(self, k: int, a: str, size: int, buffer: str) -> list[str]:
        """target += temporary, element by element, all lanes at once."""
        real, lines = self.lanes.real, []
        for j in range(size):
            t = f"%{_safe(a)}.add{k}.{j}"
            lines += [
                element(f"{t}.from", f"%{_safe(a)}.pointer", j * self.lanes.width),
                f"  {t}.step = mul i64 %stride.{_safe(buffer)}, {j}",
                element(f"{t}.to", f"%{_safe(a)}.target", f"{t}.step"),
                f"  {t}.x = load {real}, ptr {t}.from, align 8",
                f"  {t}.y = load {real}, ptr {t}.to, align 8",
                f"  {t}.z = fadd {real} {t}.x, {t}.y",
                f"  store {real} {t}.z, ptr {t}.to, align 8",
            ]
        return lines

    def _wide_loop(self, k: int, loop: RolledLoop) -> str:
        """Several rows at a time: the batch loop over a body of the machine's width."""
        (body,) = loop.bodies
        lanes = LaneType(max(2, self.lanes.machine), self.lanes.machine)
        label = f"{self.name}.loop{k}"
        self.helpers = [batch_helpers(lanes)]
        whole = {a for a in body.inputs if isinstance(loop.places[a], Whole)}
        slots = self._body(f"{label}.0", body, lanes, whole)
        sizes = [argument_size(body, a) for a in (*body.inputs, *body.outputs)]
        self.slots = max(self.slots, (sum(sizes) + slots) * lanes.width)
        n_in, n_out = len(body.inputs), len(body.outputs)
        gathers = any(isinstance(_inner(loop, a), At) for a in loop.places)
        lines = [
            "entry:",
            f"  %ins = alloca [{n_in + 1} x %descriptor]",
            f"  %outs = alloca [{n_out + 1} x %descriptor]",
            f"  %last = getelementptr %descriptor, ptr %ins, i64 {n_in}",
            *self._wide_opaque(body),
            *self._prepare(loop),
        ]
        for side, names in (("ins", body.inputs), ("outs", body.outputs)):
            for i, a in enumerate(names):
                lines += self._descriptor(loop, side, i, a, argument_size(body, a))
        lines.append(f"  call void @{label}.0.batch(ptr %ins, ptr %outs, ptr %work, i64 0, i64 %n)")
        batch = emit_batch(f"{label}.0", n_in, n_out, lanes, gathers).replace("define void", "define internal void")
        return "\n".join([batch, native_function(label, lines, internal=True)])

    def _wide_opaque(self, body: Function) -> list[str]:
        """The body's part of the table of opaque functions, as the base of the descriptor behind the inputs."""
        count = len(opaque_sources(body))
        first, self.opaque_seen = self.opaque_seen, self.opaque_seen + count
        return [
            element("%opaque.p", "%in", len(self.inputs), "i64"),
            "  %opaque.all = load ptr, ptr %opaque.p",
            element("%opaque.own", "%opaque.all", first, "i64"),
            "  store ptr %opaque.own, ptr %last",
        ]

    def _descriptor(self, loop: RolledLoop, side: str, i: int, a: str, size: int) -> list[str]:
        """Fills the descriptor of one argument: base, element stride, row stride, index, mode, size."""
        place, name = _inner(loop, a), _inner(loop, a).buffer
        t, width = f"%{_safe(a)}", self.program.buffers[name].width
        base, index = f"%base.{_safe(name)}", "null"
        mode, apart, row = STRIDED, "1", str(width)
        lines: list[str] = []
        if isinstance(place, At):
            mode, index = OFFSET, f"%base.{_safe(place.column)}"
        elif isinstance(place, Whole) and side == "ins":
            mode = SHARED
        elif isinstance(place, Whole):
            row = "0"
        elif isinstance(place, Transposed):
            apart, row = "%n", "1"
        elif place.shift:
            lines.append(element(f"{t}.shifted", base, place.shift * width))
            base = f"{t}.shifted"
        if isinstance(loop.places[a], Add):
            mode += ADD
        words = (f"ptr {base}", f"i64 {apart}", f"i64 {row}", f"ptr {index}", f"i64 {mode}", f"i64 {size}")
        for w, word in enumerate(words):
            lines += [
                f"  {t}.w{w} = getelementptr %descriptor, ptr %{side}, i64 {i}, i32 {w}",
                f"  store {word}, ptr {t}.w{w}",
            ]
        return lines


def _is_filled(program: Program, name: str) -> bool:
    """Whether the first loop that uses a buffer writes all of it and reads nothing of it."""
    buffer = program.buffers[name]
    for loop in program.loops:
        used = {a: loop.places[a] for body in loop.bodies for a in (*body.inputs, *body.outputs)}
        uses = [(a, place) for a, place in used.items() if _inner(loop, a).buffer == name]
        if uses:
            (a, place), *others = uses
            whole_row = isinstance(place, (Row, Transposed)) and all(
                argument_size(b, a) == buffer.width for b in loop.bodies
            )
            return whole_row and a in loop.bodies[0].outputs and not others and buffer.extra == 0
    return False


def _safe(name: str) -> str:
    """A name of the user's inside IR: plain characters, and a dot in front that no name of ours has."""
    plain = (c if c.isascii() and (c.isalnum() or c == "_") else f"${ord(c):x}$" for c in name)
    return "." + "".join(plain)


def _inner(loop: RolledLoop, a: str) -> Row | At | Whole | Transposed:
    place = loop.places[a]
    return place.place if isinstance(place, Add) else place
