"""Memory that a large system takes, in MB: `python -m benchmarks.large_memory ring 1000`."""

import gc
import sys
from pathlib import Path

from benchmarks.large import begun
from benchmarks.links import net, ring

SMALL = 4


def resident() -> float:
    """Memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20


def main(name: str, size: int) -> float:
    """What building a system and stepping it adds to the memory of a process that has done so with a small one."""
    family = {"ring": ring, "net": net}[name]
    begun(family(SMALL))
    gc.collect()
    before = resident()
    kept = begun(family(size))
    gc.collect()
    after = resident()
    del kept
    return after - before


if __name__ == "__main__":
    print(main(sys.argv[1], int(sys.argv[2])))
