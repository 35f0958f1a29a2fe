"""A contract type for import-linter: these modules never import those, directly or through others.

import-linter's own `forbidden` contract fails on a module that does not exist. Ours leaves it out, so that the whole
table of DESIGN stands in pyproject.toml from the first day and a folder comes under it the moment it appears.
"""

from grimp import ImportGraph
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.domain.contract import ContractCheck
from importlinter.domain.imports import ModuleExpression


class NeverContract(ForbiddenContract):
    """`forbidden` among the modules that exist today."""

    type_name = "never"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Return the verdict on the modules of the contract that are in the graph."""
        for field in ("source_modules", "forbidden_modules"):
            setattr(self, field, _existing(getattr(self, field), graph))
        return super().check(graph, verbose)


def _existing(expressions: set[ModuleExpression], graph: ImportGraph) -> set[ModuleExpression]:
    return {expression for expression in expressions if expression.expression in graph.modules}
