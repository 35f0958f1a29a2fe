"""The C function as its user sees it: the names of its arguments, and the header that declares and documents them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._version import __version__
from ..expr.array import array
from ..expr.graph import Node
from ..kernels.loops.c_text.names import Names, remark
from ..kernels.schedule import Schedule
from .c_language import c_signature


@dataclass(frozen=True)
class CInterface:
    """The plan of a function and the C names of all that appears in it."""

    plan: Schedule
    name: str
    inputs: Mapping[str, str]  # label to argument
    outputs: Mapping[str, str]
    laws: Mapping[Any, str]  # opaque function to C function
    tables: Mapping[str, str]  # digest to look-up function
    parts: list[str]
    sizes: Mapping[str, str]  # argument to the constant of its size
    search: str
    noinline: str
    places: Mapping[Node, tuple[str, int]]  # symbol to argument and element
    results: Mapping[Node, list[tuple[str, int]]]
    numbers: Mapping[Node, int]  # operation to its place in the order of execution


def lay_out_c(plan: Schedule, wanted: str, outer: Names | None = None) -> CInterface:
    """The names, given in the order of who must keep theirs: what the linker sees, the arguments, the inner ones.

    `outer` are those of other functions in the same file.
    """
    outer, function = outer or Names(), plan.function
    name = outer.fresh(wanted)
    names = Names(outer)
    ordered = [node for chunk in plan.chunks for node in chunk]
    sources = dict.fromkeys(node.data for node in ordered if node.op == "call")
    laws = {source: names.fresh(source.name) for source in sources}
    inputs = {label: names.fresh(label) for label in function.inputs}
    outputs = {label: names.fresh(label) for label in function.outputs}
    digests = dict.fromkeys(node.data.digest for node in ordered if node.op == "lookup")
    results: dict[Node, list[tuple[str, int]]] = {}
    for node, place in _elements(function.outputs, outputs):
        results.setdefault(node, []).append(place)
    return CInterface(
        plan=plan,
        name=name,
        inputs=inputs,
        outputs=outputs,
        laws=laws,
        tables={digest: names.fresh(f"{name}_table_{k}") for k, digest in enumerate(digests)},
        sizes={a: names.fresh(f"{name}_{a}_size") for a in (*inputs.values(), *outputs.values())},
        parts=[names.fresh(f"{name}_part_{k}") for k in range(len(plan.chunks))],
        search=names.fresh(f"{name}_segment"),
        noinline=names.fresh(f"{name}_noinline".upper()),
        places=dict(_elements(function.inputs, inputs)),
        results=results,
        numbers={node: k for k, node in enumerate(ordered)},
    )


def _elements(values: Mapping[str, Any], arguments: Mapping[str, str]) -> Iterator[tuple[Node, tuple[str, int]]]:
    """Each entry of the named values with its argument and element."""
    for label, value in values.items():
        for k, node in enumerate(array(value).ravel()):
            yield node, (arguments[label], k)


def parameters(layout: CInterface, qualifier: str = "") -> dict[str, str]:
    """Argument to its declaration, with a qualifier of the pointer."""
    inputs = {argument: f"const double *{qualifier}{argument}" for argument in layout.inputs.values()}
    return inputs | {argument: f"double *{qualifier}{argument}" for argument in layout.outputs.values()}


def header_text(layout: CInterface) -> str:
    """The text of the header."""
    name = layout.name
    guard = f"LINKWORK_{name}_H"
    sizes = ",\n".join(f"    {layout.sizes[argument]} = {size}" for argument, size in _sizes(layout))
    laws = "".join(_declaration(source, law) for source, law in layout.laws.items())
    return f"""/* {origin(layout)}
 *
{_documentation(layout)}
 */
#ifndef {guard}
#define {guard}

#ifdef __cplusplus
extern "C" {{
#endif

/* How many numbers each argument holds. */
enum {{
{sizes}
}};
{laws}
{c_signature(name, parameters(layout).values())};

#ifdef __cplusplus
}}
#endif

#endif
"""


def origin(layout: CInterface) -> str:
    """One line on where the text comes from."""
    function = layout.plan.function
    return f"{remark(function.name)}, {function.operations} operations. Written by linkwork {__version__}; do not edit."


def _sizes(layout: CInterface) -> list[tuple[str, int]]:
    """Each argument and how many numbers it holds."""
    function = layout.plan.function
    shapes = [*function.shapes.values(), *function.output_shapes.values()]
    return [(a, int(np.prod(shape, dtype=int))) for a, shape in zip(parameters(layout), shapes, strict=True)]


def _documentation(layout: CInterface) -> str:
    """The lines of the header's comment: arguments with their shapes, and what the caller must know."""
    function = layout.plan.function
    lines = ["Inputs:"]
    lines += [_described(a, label, function.shapes[label]) for label, a in layout.inputs.items()]
    lines += ["Outputs:"]
    lines += [_described(a, label, function.output_shapes[label]) for label, a in layout.outputs.items()]
    lines += ["", "Outputs must not overlap inputs or one another. The function keeps no state: threads may share it."]
    if layout.plan.slot_count:
        lines += [f"It uses {8 * layout.plan.slot_count} bytes of stack besides the compiler's own."]
    return "\n".join(f" * {line}".rstrip() for line in lines)


def _described(argument: str, label: str, shape: tuple[int, ...]) -> str:
    was = "" if argument == label else f" (in linkwork: {remark(label)})"
    if not shape:
        return f"  {argument}: a number{was}"
    size = " x ".join(map(str, shape))
    return f"  {argument}: {size}{', row by row' if len(shape) > 1 else ' numbers'}{was}"


def _declaration(source: Any, law: str) -> str:
    """The prototype of an opaque function, which the user supplies."""
    return f"""
/* To be supplied: {remark(source.name)}, {source.n_in} numbers in, {source.size} numbers out. */
extern void {law}(const double *in, double *out);
"""
