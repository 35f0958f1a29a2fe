"""Python snippets in Markdown pages, and running them: what the documentation shows is what happens."""

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass

import numpy as np

# A python fence, and the text fence that follows it directly, if any.
FENCES = re.compile(
    r"^(?P<indent> *)```python\n(?P<code>.*?)^(?P=indent)```$"
    r"(?:\n\s*^(?P=indent)```text\n(?P<output>.*?)^(?P=indent)```$)?",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Snippet:
    """One python fence of a page and what it must print; None where the page does not say."""

    line: int
    code: str
    output: str | None


def find_snippets(page: str) -> Iterator[Snippet]:
    """Yield the snippets of a Markdown page from top to bottom."""
    for match in FENCES.finditer(page):
        indent = len(match["indent"])
        output = None if match["output"] is None else _dedent(match["output"], indent)
        yield Snippet(page.count("\n", 0, match.start("code")) + 1, _dedent(match["code"], indent), output)


def run_page(page: str, name: str) -> None:
    """Run all snippets of a page in one namespace; raise what they raise, or say where the output differs."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    with np.printoptions(legacy=False):  # what a page sets is its own, and what other programs set is none of it
        _run(find_snippets(page), namespace, name)


def _run(snippets: Iterator[Snippet], namespace: dict[str, object], name: str) -> None:
    for snippet in snippets:
        # Empty lines in front make line numbers in a traceback those of the page.
        code = compile("\n" * (snippet.line - 1) + snippet.code, name, "exec")
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(code, namespace)
        if snippet.output is not None and printed.getvalue().strip() != snippet.output.strip():
            raise AssertionError(
                f"{name}, line {snippet.line}: the page shows\n{snippet.output}\nbut it printed\n{printed.getvalue()}"
            )


def _dedent(block: str, indent: int) -> str:
    return "".join(line[indent:] if line.strip() else "\n" for line in block.splitlines(keepends=True))
