"""One defect for each row of the seed checklist: does the test that carries the row see it?

`python -m tools.seed_mutations [ROW ...]` puts each line of `seed_mutations.toml` into a copy of the sources, runs the
tests that carry the row there, and tells which of them fail. A defect that no test sees is a row without a guard.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).parent / "seed_mutations.toml"
TESTS_FAILED = 1
"""What pytest returns where tests ran and some failed; a run that could not begin returns another number."""


@dataclass(frozen=True)
class Mutation:
    """A defect: in a file below `src/linkwork`, `new` stands where `old` did; `tests` are to fail."""

    row: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def path(self) -> Path:
        """The file in the sources."""
        return ROOT / "src" / "linkwork" / self.file

    @property
    def count(self) -> int:
        """How often the text to replace stands in its file; once, where the defect is well defined."""
        return self.path.read_text(encoding="utf-8").count(self.old)


def load_mutations() -> list[Mutation]:
    """All of them, in the order of the rows."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return [
        Mutation(row, entry["file"], entry["old"], entry["new"], tuple(entry["tests"])) for row, entry in table.items()
    ]


def seen_by(mutation: Mutation) -> tuple[int, str]:
    """What pytest returns on a copy of the sources with the defect, and the last line it prints."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
        wrong = copy / "linkwork" / mutation.file
        wrong.write_text(wrong.read_text(encoding="utf-8").replace(mutation.old, mutation.new), encoding="utf-8")
        # Compiled code of the right sources stands in another cache.
        environment = {**os.environ, "PYTHONPATH": str(copy), "LINKWORK_CACHE_DIR": str(Path(folder) / "cache")}
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "", "-p", "no:cacheprovider", *mutation.tests]
        found = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    lines = [line for line in found.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return found.returncode, (lines or found.stdout.splitlines() or [found.stderr])[-1]


def main(rows: list[str]) -> None:
    """Prints a line for each row, and leaves with 1 where a defect was not seen."""
    unseen = 0
    for mutation in load_mutations():
        if rows and mutation.row not in rows:
            continue
        code, line = seen_by(mutation)
        unseen += code != TESTS_FAILED
        print(f"{mutation.row:6} {'seen' if code == TESTS_FAILED else 'NOT SEEN'}  {mutation.file}: {line}", flush=True)
    raise SystemExit(unseen > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
