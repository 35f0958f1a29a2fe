"""Defects put into a copy of the sources: do the tests that guard the place see them?

Two tables: `seed_mutations.toml` has one defect for each row of the seed checklist, `safeguard_mutations.toml` those of
safeguards (pivoting, ties, second estimates, choices among several solutions) that good cases never need.
`python -m tools.mutations [NAME ...]` puts in each named defect, or all of them, runs the tests that must fail, and
prints which of them do; `--random 10` draws ten, and prints the seed that `--seed` takes. A defect that no test sees
is a place without a guard.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SEED_TABLE = Path(__file__).parent / "seed_mutations.toml"
SAFEGUARD_TABLE = Path(__file__).parent / "safeguard_mutations.toml"
TESTS_FAILED = 1
"""What pytest returns where tests ran and some failed; a run that could not begin returns another number."""


@dataclass(frozen=True)
class Mutation:
    """A defect: in a file below `src/linkwork`, `new` stands where `old` did; `tests` are to fail."""

    name: str
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


def load_mutations(table: Path) -> list[Mutation]:
    """All of a table, in its order."""
    entries = tomllib.loads(table.read_text(encoding="utf-8")).items()
    return [Mutation(name, entry["file"], entry["old"], entry["new"], tuple(entry["tests"])) for name, entry in entries]


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


def chosen(names: list[str], count: int | None, seed: int) -> list[Mutation]:
    """The named defects, or so many drawn at random, or all of both tables."""
    every = load_mutations(SEED_TABLE) + load_mutations(SAFEGUARD_TABLE)
    unknown = sorted(set(names) - {mutation.name for mutation in every})
    if unknown:
        raise SystemExit(f"there is no mutation {', '.join(unknown)} in the tables.")
    if names:
        return [mutation for mutation in every if mutation.name in names]
    return every if count is None else random.Random(seed).sample(every, count)


def main() -> None:
    """Prints a line for each defect, and leaves with 1 where one was not seen."""
    parser = argparse.ArgumentParser(
        description="Put defects into a copy of the sources and run the tests that guard them."
    )
    parser.add_argument("names", nargs="*", help="rows of the seed checklist, or names of safeguards")
    parser.add_argument("--random", type=int, metavar="COUNT", help="draw so many instead of all")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6), help="of that draw")
    given = parser.parse_args()
    if given.random:
        print(f"mutations drawn with --seed {given.seed}", flush=True)
    unseen = 0
    for mutation in chosen(given.names, given.random, given.seed):
        code, line = seen_by(mutation)
        unseen += code != TESTS_FAILED
        print(
            f"{mutation.name:6} {'seen' if code == TESTS_FAILED else 'NOT SEEN'}  {mutation.file}: {line}", flush=True
        )
    raise SystemExit(unseen > 0)


if __name__ == "__main__":
    main()
