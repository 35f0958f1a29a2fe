"""C export: a traced function as a C11 source and its header, for use without Python.

The C function takes plain `double` arrays, keeps no state and allocates nothing. One operation is one statement; fusing
products and sums is left to the compiler (gcc does so by default, but not with `-std=c11`: add `-ffp-contract=fast`).
Long functions are cut into parts that hand values on in a work array on the stack, as the native kernels are.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..expr.function import Function
from ..expr.graph import Node
from ..kernels.loops.c_text.names import c_literal
from ..kernels.schedule import schedule
from .c_interface import CInterface, header_text, lay_out_c, origin, parameters
from .c_language import C_RULES, TRUTH, c_signature, search_function, table_function
from .files import FOLDER_ARGUMENT, write_files

C_FUNCTION_SIZE = 2000
"""Operations in one C function: compilers take much longer per operation on longer ones."""


@dataclass(frozen=True)
class CSource:
    """The texts of `name.c` and `name.h`; `name` is the C function's."""

    name: str
    source: str
    header: str

    @property
    def single(self) -> str:
        """Header and source in one text, for a compiler that is given one file."""
        return self.header + "\n" + self.source.replace(f'#include "{self.name}.h"\n', "", 1)

    def write(self, folder: str | Path) -> Path:
        """The path of `name.c`, written into `folder` together with `name.h`."""
        FOLDER_ARGUMENT.check("CSource.write", "folder", folder)
        path = Path(folder) / f"{self.name}.c"
        texts = {path: self.source, path.with_suffix(".h"): self.header}
        write_files("a folder that can be written to", texts)
        return path


def export_function(function: Function, path: str | Path | None = None, name: str | None = None) -> CSource:
    """`function` as portable C11: `void name(const double *in1, …, double *out1, …)`, arrays row by row.

    `path` is a folder to write to; `name` replaces the function's own. Names that C cannot have are changed as little
    as needed; the header says how. Opaque functions are declared `extern` for the user to supply.
    """
    plan = schedule(function, C_FUNCTION_SIZE)
    layout = lay_out_c(plan, name or function.name)
    result = CSource(layout.name, _source(layout), header_text(layout))
    if path is not None:
        result.write(path)
    return result


class _Part:
    """The statements of one part, and which arguments they use."""

    def __init__(self, layout: CInterface, k: int) -> None:
        self.layout, self.plan = layout, layout.plan
        self.lines: list[str] = []
        self.used: set[str] = set()
        self.known: set[Node] = set()
        for node in self.plan.chunks[k]:
            self.operation(node)
            self.keep(node)
        if k == len(self.plan.chunks) - 1:
            for node in layout.results:
                if not node.args:
                    self.give(node)

    def operation(self, node: Node) -> None:
        """The statement of one node."""
        if node.op == "call":
            self.call(node)
        else:
            self.define(node, self.expression(node))

    def define(self, node: Node, text: str) -> None:
        """The value of a node as a local."""
        kind = "int" if node.op in TRUTH else "double"
        self.lines.append(f"const {kind} v{self.layout.numbers[node]} = {text};")
        self.known.add(node)

    def expression(self, node: Node) -> str:
        """The right-hand side."""
        if node.op == "output":
            (call,) = node.args
            return self.work(self.plan.calls[call] + call.data.n_in + node.data)
        args = [self.value(a) for a in node.args]
        if node.op == "lookup":
            return f"{self.layout.tables[node.data.digest]}({args[0]})"
        return C_RULES[node.op].format(*args)

    def call(self, node: Node) -> None:
        """An opaque function: arguments into the work array, results behind them."""
        first, source = self.plan.calls[node], node.data
        for j, argument in enumerate(node.args):
            self.lines.append(f"{self.work(first + j)} = {self.value(argument)};")
        law = self.layout.laws[source]
        self.lines.append(f"{law}(&{self.work(first)}, &{self.work(first + source.n_in)});")

    def value(self, node: Node) -> str:
        """How the text refers to a node: a number, an element of an input, or a local, loaded now if need be."""
        if node.op == "const":
            return str(int(node.data)) if isinstance(node.data, bool) else c_literal(node.data)
        if node.op == "symbol":
            return self.element(*self.layout.places[node])
        if node not in self.known:
            stored = self.work(self.plan.slots[node])
            self.define(node, f"{stored} != 0.0" if node.op in TRUTH else stored)
        return f"v{self.layout.numbers[node]}"

    def work(self, slot: int) -> str:
        """An element of the work array."""
        return self.element("work", slot)

    def element(self, argument: str, index: int) -> str:
        """An element of an argument, which then counts as used."""
        self.used.add(argument)
        return f"{argument}[{index}]"

    def keep(self, node: Node) -> None:
        """Stores a value for later parts and for the caller."""
        if node in self.plan.slots:
            self.lines.append(f"{self.work(self.plan.slots[node])} = {self.value(node)};")
        self.give(node)

    def give(self, node: Node) -> None:
        """Stores a value into the outputs it belongs to."""
        for place in self.layout.results.get(node, ()):
            self.lines.append(f"{self.element(*place)} = {self.value(node)};")


def _source(layout: CInterface) -> str:
    """The text of the source file."""
    return "\n".join([_HEAD.format(origin(layout), layout.name), *c_definitions(layout)])


def c_definitions(layout: CInterface, is_inner: bool = False) -> list[str]:
    """Look-up tables, parts, and the function itself; an inner one is static and is given its work memory."""
    parts = [_Part(layout, k) for k in range(len(layout.plan.chunks))]
    blocks = _tables(layout)
    if len(parts) == 1:
        body, used = parts[0].lines, parts[0].used
    else:
        blocks += [_NOINLINE.format(layout.noinline)]
        blocks += [_part_function(layout, k, part) for k, part in enumerate(parts)]
        body = [f"{layout.parts[k]}({', '.join(_arguments(layout, part))});" for k, part in enumerate(parts)]
        used = set().union(*[part.used for part in parts])
    given = _every(layout) if is_inner else parameters(layout, _RESTRICT)
    head = c_signature(layout.name, given.values())
    frame = [f"(void){argument};" for argument in given if argument not in used]
    if "work" in used and not is_inner:
        frame.append(f"double work[{layout.plan.slot_count}];")
    return [*blocks, _definition(f"static {head}" if is_inner else head, frame + body)]


# Arguments that do not overlap need not be loaded again after each store: a tenth of the time.
_RESTRICT = "restrict "

_HEAD = """/* {0} */
#include "{1}.h"

#include <math.h>

#ifdef __cplusplus
#define restrict __restrict
#endif
"""

_NOINLINE = """#if defined(__GNUC__)
#define {0} __attribute__((noinline))
#elif defined(_MSC_VER)
#define {0} __declspec(noinline)
#else
#define {0}
#endif
"""


def _tables(layout: CInterface) -> list[str]:
    """The look-up functions."""
    found = {n.data.digest: n.data for n in layout.numbers if n.op == "lookup"}
    texts = [table_function(layout.tables[digest], layout.search, table) for digest, table in found.items()]
    return [search_function(layout.search), *texts] if texts else []


def _every(layout: CInterface) -> dict[str, str]:
    """All arguments and the work array, with their declarations."""
    return parameters(layout, _RESTRICT) | {"work": f"double *{_RESTRICT}work"}


def _arguments(layout: CInterface, part: _Part) -> dict[str, str]:
    """The arguments of one part and their declarations: what it uses, and the work array."""
    return {argument: text for argument, text in _every(layout).items() if argument in part.used}


def _part_function(layout: CInterface, k: int, part: _Part) -> str:
    head = c_signature(layout.parts[k], _arguments(layout, part).values())
    return _definition(f"static {layout.noinline} {head}", part.lines)


def _definition(head: str, lines: list[str]) -> str:
    return "\n".join([head, "{", *[f"    {line}" for line in lines], "}", ""])
