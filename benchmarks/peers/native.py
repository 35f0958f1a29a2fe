"""Compile a piece of C or C++ into a shared object and load it: peers are measured without Python in the loop."""

import ctypes
import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.peers import Unavailable

FOLDER = Path(__file__).parents[2] / "build" / "bench" / "native"

Language = Literal["c", "c++"]

# Per language: the variable a user may set, then the usual names of a compiler.
COMPILERS: dict[Language, tuple[str, tuple[str, ...]]] = {
    "c": ("CC", ("gcc", "clang", "cc")),
    "c++": ("CXX", ("g++", "clang++", "c++")),
}
OPTIMISED = ("-O3", "-march=native", "-DNDEBUG", "-fPIC", "-shared")


@dataclass(frozen=True)
class Toolkit:
    """Where a peer's headers and libraries are, and what its headers want defined."""

    includes: tuple[Path, ...] = ()
    libraries: tuple[Path, ...] = ()  # full paths of shared objects
    flags: tuple[str, ...] = ()

    def arguments(self) -> list[str]:
        """Return the compiler arguments; each library's folder is also searched at run time."""
        includes = [f"-I{path}" for path in self.includes]
        folders = dict.fromkeys(path.parent for path in self.libraries)
        # The libraries come last on the command line: linkers resolve from left to right.
        return [*self.flags, *includes, *(f"-Wl,-rpath,{folder}" for folder in folders), *map(str, self.libraries)]


def compiler(language: Language) -> str:
    """Return the path of a compiler for the language, or raise `Unavailable`."""
    variable, names = COMPILERS[language]
    for name in (os.environ.get(variable, ""), *names):
        path = shutil.which(name)
        if path:
            return path
    raise Unavailable(f"No {language.upper()} compiler was found (looked for {', '.join(names)}; set {variable}).")


def build(name: str, source: str, language: Language = "c", toolkit: Toolkit | None = None) -> ctypes.CDLL:
    """Return the loaded shared object of `source`, compiled with -O3 for this machine unless that was done before."""
    arguments = (toolkit or Toolkit()).arguments()
    command = [compiler(language), *OPTIMISED]
    key = hashlib.sha256("\0".join([source, *command, *arguments]).encode()).hexdigest()[:16]
    library = FOLDER / f"{name}-{key}.so"
    if not library.exists():
        _compile(command, library.with_suffix(".c" if language == "c" else ".cpp"), source, arguments, library)
    return ctypes.CDLL(str(library))


def _compile(command: Sequence[str], file: Path, source: str, arguments: Sequence[str], library: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source, encoding="utf-8")
    print(f"  compiling {file.name} (once)", flush=True)
    # Written under another name first: an interrupted compiler must not leave half a library behind.
    unfinished = library.with_suffix(f".{os.getpid()}.tmp")
    done = subprocess.run([*command, "-o", str(unfinished), str(file), *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise Unavailable(f"{command[0]} could not compile {file.name}: {_first_error(done.stderr)}")
    unfinished.replace(library)


def _first_error(output: str) -> str:
    """Return the line of a compiler's output that says what went wrong."""
    lines = output.strip().splitlines() or ["it said nothing."]
    return next((line for line in lines if "error" in line), lines[-1])
