"""A program that leaves the process as C: loops and kernels of an image in one source, its memory in one structure.

What its users see and call is added by those who know what the image is of: a simulation, or steps in real time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from .._version import __version__
from ..contract import ModelError
from ..expr.function import Function
from ..kernels.loops.c_text.functions import CLoops
from ..kernels.loops.c_text.names import Names, remark
from ..kernels.loops.c_text.slots import loop_adapter
from ..kernels.loops.kinds import width
from ..kernels.schedule import schedule
from .c_interface import lay_out_c
from .c_memory import SELF, CMemory
from .c_source import C_FUNCTION_SIZE, CSource, c_definitions
from .image import Pointer, PortableCall, PortableImage, PortableKernel, PortableLoop

STATE_ORDER = "state: coordinates, then speeds, then states of elements"


class CProgram(ABC):
    """An image as C; `name` is what all that users see begins with."""

    words: ClassVar[tuple[str, ...]] = ()
    """Functions for users, without the name."""
    inner_words: ClassVar[tuple[str, ...]] = ()
    """Functions of the file alone."""
    told: ClassVar[Mapping[str, tuple[int, str]]] = {}
    """What a call may return: number and meaning by name."""

    def __init__(self, image: PortableImage, name: str) -> None:
        self.image, self.name = image, name

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is, in a comment."""

    @property
    @abstractmethod
    def labels(self) -> Mapping[str, tuple[str, Sequence[str]]]:
        """What users read and write by kind: where the numbers of a kind lie, and their names."""

    @abstractmethod
    def usage(self) -> str:
        """How it is used: lines of a comment."""

    @abstractmethod
    def members(self) -> str:
        """What users read and write: declarations."""

    @abstractmethod
    def prototypes(self) -> str:
        """The functions for users, with what they do."""

    @abstractmethod
    def functions(self) -> Iterator[str]:
        """Their definitions."""

    @cached_property
    def names(self) -> Names:
        """Identifiers of the file: those of users come first."""
        names = Names()
        for word in ("t", "status", *self.words, *self.told, *map(_plural, self.labels)):
            names.fresh(f"{self.name}_{word}")
        for word in self.inner_words:
            names.fresh(word)
        return names

    def _enum(self, kind: str, what: str, labels: Sequence[str]) -> str:
        """Names for places in what users read and write, each with its kind, and how many there are."""
        prefix = f"{self.name}_{kind}"
        found = [(self.names.fresh(f"{prefix}_{label}"), k, remark(label)) for k, label in enumerate(labels) if label]
        found.append((f"{self.name}_{_plural(kind)}", len(labels), "how many there are"))
        return f"/* Places in {what}. */\nenum {{\n{_entries(found)}\n}};\n"

    @cached_property
    def loops(self) -> CLoops:
        """The loops as C."""
        loops = CLoops(self.names, f"{self.name}_")
        loops.add(self.image.program.functions)
        return loops

    @cached_property
    def kernels(self) -> dict[str, tuple[list[str], str, int]]:
        """The kernels as C: their texts, the function that is called, the size of its work memory."""
        return {name: self._callee(kernel) for name, kernel in self.image.kernels.items()}

    def _callee(self, kernel: PortableKernel | PortableLoop) -> tuple[list[str], str, int]:
        if isinstance(kernel, PortableKernel):
            return _kernel(kernel, self.names)
        name = self.names.fresh(kernel.name)
        return [loop_adapter(self.loops, kernel.function, name)], name, 0

    @cached_property
    def memory(self) -> CMemory:
        """The memory as a structure."""
        works = {name: work for name, (_, _, work) in self.kernels.items()}
        codes = {name: code for name, (_, code, _) in self.kernels.items()}
        return CMemory(self.image, self.loops.kinds, works, codes, "start_of_")

    def place(self, pointer: Pointer | None) -> str:
        """The address of what users read or write; none where it is empty."""
        return "0" if pointer is None else self.memory.place(pointer)

    def call(self, call: PortableCall, given: str = "") -> str:
        """A call of a loop; `given` is what is only known then."""
        found, at = [], 0
        for _, kind in call.function.parameters:
            slots = list(call.slots[at : at + width(kind)])
            found.append(given if slots[0] is None else self.memory.argument(kind, slots))
            at += width(kind)
        return f"{self.loops.functions[call.function]}({', '.join(found)})"

    def calls(self, calls: Sequence[PortableCall]) -> list[str]:
        """Statements that call one after the other."""
        return [f"{self.call(call)};" for call in calls]

    def init_function(self, members: Mapping[str, str]) -> str:
        """`name_init`: all memory as it was when it was exported; `members` are those of users, with what they are."""
        lines = [f"memset({SELF}, 0, sizeof *{SELF});", *self.memory.lines]
        lines += [f"{SELF}->{member} = {place};" for member, place in members.items()]
        return f"void {self.name}_init({self.name}_t *{SELF})\n" + c_body(lines)

    def text(self) -> CSource:
        """Source and header; names that users see are given first."""
        header = self._header()
        return CSource(self.name, self._source(), header)

    def _header(self) -> str:
        enums = "\n".join(self._enum(kind, what, labels) for kind, (what, labels) in self.labels.items())
        entries = _entries([(f"{self.name}_{word}", code, said) for word, (code, said) in self.told.items()])
        return _HEADER.format(
            title=self.title,
            version=__version__,
            guard=f"LINKWORK_{self.name}_H",
            name=self.name,
            usage="\n".join(f" * {line}".rstrip() for line in self.usage().splitlines()),
            told=entries,
            enums=enums,
            types="\n".join(self.loops.kinds.definitions),
            members=self.members(),
            own="\n".join(f"        {line}" for line in self.memory.members),
            prototypes=self.prototypes(),
        )

    def _source(self) -> str:
        kernels, adapters = (
            [text for name, (texts, _, _) in self.kernels.items() if self._is_loop(name) == side for text in texts]
            for side in (False, True)
        )
        head = _HEAD_OF_SOURCE.format(title=self.title, version=__version__, name=self.name)
        loops = [*self.loops.helpers, *self.loops.texts, *adapters]
        return "\n".join([head, *kernels, *loops, *self.memory.constants, *self.functions()])

    def _is_loop(self, name: str) -> bool:
        return isinstance(self.image.kernels[name], PortableLoop)


def _kernel(kernel: PortableKernel, names: Names) -> tuple[list[str], str, int]:
    function = kernel.body.program.function
    if not isinstance(function, Function):
        raise ModelError(f"export_c: {kernel.name!r} is made of dense matrices, which are not written as C yet.")
    plan = schedule(function, C_FUNCTION_SIZE)
    layout = lay_out_c(plan, kernel.name, names)
    call = names.fresh(f"{layout.name}_call")
    sides = len(layout.inputs), len(layout.outputs)
    if kernel.rows:
        given = [f"given[{k}]" for k in range(sides[0])] + [f"found[{k}]" for k in range(sides[1])]
        text = _OVER_ROWS.format(
            call=call,
            given=_call(layout.name, [*given, "work"], 2),
            n_in=sides[0],
            n_out=sides[1],
            room=plan.slot_count,
        )
    else:
        given = [f"(const double *)(intptr_t)in[{k}]" for k in range(sides[0])]
        given += [f"(double *)(intptr_t)out[{k}]" for k in range(sides[1])]
        more, unread = ("", "") if kernel.rows is None else (", int64_t start, int64_t stop", _UNREAD)
        head = f"static void {call}(const int64_t *in, const int64_t *out, double *work{more})"
        text = f"{head}\n{{\n{unread}{_call(layout.name, [*given, 'work'], 1)}\n}}\n"
    return [*c_definitions(layout, is_inner=True), text], call, plan.slot_count + (kernel.rows or 0)


def _call(name: str, given: Sequence[str], depth: int) -> str:
    """A call with an argument a line."""
    own = "    " * depth
    return f"{own}{name}(\n{own}    " + f",\n{own}    ".join(given) + ");"


_UNREAD = "    (void)start;\n    (void)stop;\n"

# Descriptors of six words: where numbers lie, from one to the next, from row to row, …, how many.
_OVER_ROWS = """static void {call}(
    const int64_t *in, const int64_t *out, double *work, int64_t start, int64_t stop)
{{
    for (int64_t row = start; row < stop; row++) {{
        const double *given[{n_in}];
        double *found[{n_out}], *room = work + {room};
        for (int64_t k = 0; k < {n_in}; k++) {{
            const int64_t *const d = in + 6 * k;
            const double *const from = d[5] ? (const double *)(intptr_t)d[0] + row * d[2] : 0;
            for (int64_t j = 0; j < d[5]; j++) {{
                room[j] = from[j * d[1]];
            }}
            given[k] = room;
            room += d[5];
        }}
        for (int64_t k = 0; k < {n_out}; k++) {{
            found[k] = room;
            room += out[6 * k + 5];
        }}
{given}
        for (int64_t k = 0; k < {n_out}; k++) {{
            const int64_t *const d = out + 6 * k;
            double *const to = d[5] ? (double *)(intptr_t)d[0] + row * d[2] : 0;
            for (int64_t j = 0; j < d[5]; j++) {{
                to[j * d[1]] = found[k][j];
            }}
        }}
    }}
}}
"""


def _plural(kind: str) -> str:
    """What says how many of a kind there are."""
    return f"{kind}s".upper()


def _entries(found: Sequence[tuple[str, int, str]]) -> str:
    """Lines of an enumeration: name, number, comment."""
    last = len(found) - 1
    lines = [f"    {key} = {value}{',' if k < last else ''} /* {said} */" for k, (key, value, said) in enumerate(found)]
    return "\n".join(lines)


def c_body(lines: Sequence[str]) -> str:
    """Statements between braces."""
    return "{\n" + "\n".join(f"    {line}" for line in lines) + "\n}\n"


_HEADER = """/* {title}. Written by linkwork {version}; do not edit.
 *
 * All memory is in one structure, so that there can be several; nothing is allocated. A structure is not to be
 * copied: it holds addresses of its own parts.
 *
{usage}
 */
#ifndef {guard}
#define {guard}

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

/* Why a call has returned. */
typedef enum {{
{told}
}} {name}_status;

{enums}
/* Parts of the integrator. */
{types}
typedef struct {{
{members}    /* Memory of the integrator. */
    struct {{
{own}
    }} own;
}} {name}_t;
{prototypes}
#ifdef __cplusplus
}}
#endif

#endif
"""

_HEAD_OF_SOURCE = """/* {title}. Written by linkwork {version}; do not edit. */
#include "{name}.h"

#include <math.h>
#include <string.h>

#ifdef __cplusplus
#define restrict __restrict
#endif
"""
