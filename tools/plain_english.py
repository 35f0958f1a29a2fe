"""Words that readers stumble over: `python -m tools.plain_english` lists where they stand, and a test keeps them away.

Read are the pages of the documentation, the README, and the strings of the package: messages, verdicts, notes, what the
command line prints, and docstrings, which alone may say hinge, as the code does. Code in backquotes and fences is left
alone. `docs/vocabulary.md` has the words before and after, with examples.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNREAD = {"docs/vocabulary.md", "docs/validation.md", "docs/seed_coverage.md"}
"""The page of the words itself; what is written by programs."""
WORST = {
    r"(?<!there )\b(?:is|are) no (?!longer|more|less|fewer|need|part|proof|rest)": "is not a",
    r"\b(?:are|was|is) (?:given|said) twice\b(?! among|\.)": "is redundant",
    r"\b(?:is|are|was|be|been|as|unless) told\b": "is reported, is asked",
    r"\bfelt\b": "acts on",
    r"\bdear(?:er|est)?\b": "expensive",
    r"\bmends?\b": "repairs",
    r"\bliv(?:es|e) in (?!a\b)": "runs in",
    r"\b(?:does not|that) live\b": "runs",
    r"\blook(?:s|ed)? back\b": "is delayed",
    r"\bturns of Newton": "Newton iterations",
    r"\bwithout a word\b|\bplane without end\b": "silently; infinite",
    r"\bhardly\b": "barely, unlikely",
    r"\bwhoever\b": "anyone who",
    r"\bnobody but\b": "only",
    r"\bsuggest themselves\b": "are chosen automatically",
    r"\bthe past (?:is|of)\b": "delayed values",
    r"\b(?:had been|has) kept\b|\bkept (?:on disk|in files|in part|without its file)\b": "stored",
    r"\btells (?:which|how|that|what|whether|it)\b": "says",
    r"\bno such place\b": "none was found",
    r"\bwhat became of\b": "the outcome of",
    r"\b1 (?:bodies|coordinates|speeds|connections|muscles|instants|rows|states|runs|pieces|time points)\b": "singular",
    r"\brepeats (?:hinge|joint|constraint)\b": "is redundant with",
    r"\bhinges?\b": "joint",
}
"""Patterns, and what a textbook writes instead."""
ANY = re.compile("|".join(WORST), re.IGNORECASE)
EXCEPTIONS = {
    ("src/linkwork/elements/__init__.py", "hinge"): "the name of a folder",
    ("src/linkwork/contract/derived/joint.py", "hinge"): "the field of lw.Joint",
}
DOOR = re.compile(r"\bdoors?\b", re.IGNORECASE)
FENCES = re.compile(r"```.*?```|`[^`\n]*`|\]\([^)]*\)|\]\[[^\]\n]*\]|<!--.*?-->|\$[^$\n]*\$|\{ #\w+ \}", re.DOTALL)


def found_in(text: str) -> Iterator[tuple[int, str, str]]:
    """(line, what stands there, what to write instead)."""
    for pattern, instead in WORST.items() if ANY.search(text) else ():
        for match in re.finditer(pattern, text, re.IGNORECASE):
            start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end())
            if "hinge" in match[0].lower() and DOOR.search(text[start : end if end >= 0 else None]):
                continue  # a door hangs on hinges
            yield text.count("\n", 0, match.start()) + 1, match[0], instead


def without_code(page: str) -> str:
    """A page whose code, links and formulas are blank, its lines where they were."""
    return FENCES.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), page)


def strings(source: str) -> Iterator[tuple[int, str, bool]]:
    """(line, text, whether it is a docstring) of strings with a space in them."""
    tree = ast.parse(source)
    nodes = [*ast.walk(tree)]
    described = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    for node in constants:
        text = str(node.value)
        if " " in text:
            yield node.lineno, text, id(node) in described


def places() -> Iterator[str]:
    """Every place as a sentence."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for path in pages:
        name = path.relative_to(ROOT).as_posix()
        if name in UNREAD:
            continue
        for line, found, instead in found_in(without_code(path.read_text(encoding="utf-8"))):
            yield f"{name}:{line}: {found!r}; write {instead!r}"
    for path in sorted((ROOT / "src" / "linkwork").rglob("*.py")):
        name, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        for line, text, is_docstring in strings(source) if ANY.search(source) else ():
            for _, found, instead in found_in(without_code(text) if is_docstring else text):
                word = found.lower().rstrip("s")
                if (name, word) not in EXCEPTIONS and not (is_docstring and word == "hinge"):
                    yield f"{name}:{line}: {found!r}; write {instead!r}"


def main() -> None:
    """Print the places."""
    print("\n".join(places()) or "nothing found")


if __name__ == "__main__":
    main()
