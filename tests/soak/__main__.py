"""`make soak MINUTES=10 [SEED=1]`: random differential tests for so long; exit code 1 where any fails."""

import argparse
import secrets
import sys

from tests.soak import branches, contacts, events, files, kills, laws, loops, pulses, trees
from tests.soak.runner import soak, summary

CLASSES = (
    ("pinocchio", trees.against_pinocchio),
    ("mujoco", trees.against_mujoco),
    ("loops", loops.tree_against_absolute),
    ("laws", laws.against_scipy),
    ("branches", branches.sensitivities_of_branches),
    ("pulses", pulses.pulse),
    ("ends", events.terminal),
    ("stops", events.stop),
    ("walls", events.wall),
    ("absolute events", events.absolute),
    ("throws", contacts.throw),
    ("absolute throws", contacts.absolute_throw),
    ("swings", contacts.swing),
    ("files", files.damaged_run),
    ("models", files.damaged_model),
    ("kills", kills.killed),
)


def main(words: list[str] | None = None) -> int:
    """Reads the command line and soaks."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--only", choices=[name for name, _ in CLASSES], help="this class alone")
    parser.add_argument("--attempt", type=int, help="this attempt alone")
    given = parser.parse_args(words)
    chosen = [item for item in CLASSES if given.only in (None, item[0])]
    print(f"seed {given.seed}, {given.minutes:g} minutes", flush=True)
    first, most = (0, None) if given.attempt is None else (given.attempt, 1)
    tallies = soak(chosen, given.seed, 60.0 * given.minutes, first, most)
    print(summary(tallies, given.seed), flush=True)
    return int(any(tally.failed for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
