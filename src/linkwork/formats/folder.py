"""Files that a file refers to: found beside it, and never outside the folder that was opened."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath

from .errors import FilePlace, described_value

MAX_FILES = 1000
"""Files that one model may be put together from."""
MAX_CHAIN = 16
"""Files that include files that include files …"""


@dataclass(frozen=True)
class Folder:
    """Where a file stands (`here`), what it may reach (`root`, None: nothing), and which files led to it (`chain`)."""

    here: Path | None = None
    root: Path | None = None
    chain: tuple[Path, ...] = ()
    count: list[Path] = field(default_factory=list)

    @classmethod
    def of(cls, file: Path, root: Path | None = None) -> Folder:
        """The folder of a file that the user named; what it refers to must be in `root`, its own folder by default."""
        real = file.resolve()
        return cls(real.parent, (root or real.parent).resolve(), (real,))

    def find(self, name: str, place: FilePlace) -> Path:
        """The file called `name`, relative to the file that says so."""
        if self.here is None or self.root is None:
            raise place.error(f"{described_value(name)}: text that is in no folder cannot refer to files; give root=.")
        if "\0" in name or not name.strip():
            raise place.error(f"{described_value(name)} is not the name of a file.")
        if PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive or PureWindowsPath(name).root:
            raise place.error(f"{described_value(name)}: give the file relative to this one, not by an absolute path.")
        try:
            found = (self.here / name).resolve()
            inside, exists = found.is_relative_to(self.root), found.is_file()
        except (OSError, RuntimeError, ValueError):
            raise place.error(f"{described_value(name)} is not the name of a file.") from None
        if not inside:
            raise place.error(f"{described_value(name)} is outside {str(self.root)!r}; move it there, or give root=.")
        if not exists:
            raise place.error(f"{described_value(name)}: there is no such file in {str(self.here)!r}.")
        return found

    def entered(self, file: Path, place: FilePlace) -> Folder:
        """The folder as an included file sees it; raises where files include each other in a circle, or endlessly."""
        if file in self.chain:
            names = " → ".join(p.name for p in (*self.chain[self.chain.index(file) :], file))
            raise place.error(f"files include each other in a circle: {names}.")
        self.count.append(file)
        if len(self.chain) >= MAX_CHAIN or len(self.count) > MAX_FILES:
            raise place.error(f"more than {MAX_CHAIN} files inside each other, or {MAX_FILES} in all, are included.")
        return replace(self, here=file.parent, chain=(*self.chain, file))
