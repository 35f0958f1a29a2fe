"""The README as an index page shows it: a hook of hatchling that makes its links and pictures absolute.

In a checkout the links of the README are relative, and an index page would break them. The one setting is `repository`
in `[tool.hatch.metadata.hooks.custom]` of `pyproject.toml`: the address of the repository, without a slash at its end.
Wheel and sdist then carry links to the files of their own version, and the addresses of the project. While it is empty
nothing changes.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

# `[text](target)`, `![text](target)` and `src="target"`, where the target is a path of this repository.
ELSEWHERE = r"(?![a-z][a-z0-9+.-]*:|#|/)"
PICTURE = re.compile(rf'(!\[[^\]]*\]\(|\bsrc="){ELSEWHERE}([^)"\s]+)')
LINK = re.compile(rf'((?<!!)\[(?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*\]\(|\bhref="){ELSEWHERE}([^)"\s]+)')


def for_index(text: str, repository: str, version: str) -> str:
    """A page with links to the files of a version in a repository; as it is where no repository is given."""
    if not repository:
        return text
    tag = f"v{version}"
    seen = PICTURE.sub(lambda m: f"{m[1]}{repository}/raw/{tag}/{m[2]}", text)
    return LINK.sub(lambda m: f"{m[1]}{repository}/blob/{tag}/{m[2]}", seen)


def addresses(repository: str, version: str) -> dict[str, str]:
    """The addresses of the project that an index page lists."""
    if not repository:
        return {}
    return {
        "Repository": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/v{version}/CHANGELOG.md",
    }


class CustomMetadataHook(MetadataHookInterface):
    """Gives hatchling the README and the addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill the fields that `pyproject.toml` calls dynamic."""
        repository, version = self.config.get("repository", ""), metadata["version"]
        if repository.endswith("/"):
            raise ValueError(f"repository = {repository!r} in pyproject.toml ends in a slash; write it without.")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        content = for_index(text, repository, version)
        metadata["readme"] = {"content-type": "text/markdown", "text": content}
        metadata["urls"] = addresses(repository, version)
