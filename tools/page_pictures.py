"""Pictures that the code of a page draws, put beside the text: `python -m tools.page_pictures` writes them anew.

A page shows `images/pages/NAME.png` where its own code wrote `NAME.png`. So a picture is what the code above it gives.
"""

import os
import re
import tempfile
from pathlib import Path

from tools.snippets import run_page

DOCS = Path(__file__).parents[1] / "docs"
FOLDER = DOCS / "images" / "pages"
SHOWN = re.compile(r"\(((?:\.\./)*)images/pages/([\w-]+\.png)\)")


def pictures_of(page: Path) -> list[str]:
    """The names of the pictures that a page shows."""
    return [match[2] for match in SHOWN.finditer(page.read_text(encoding="utf-8"))]


def main() -> None:
    """Run every page that shows pictures of its code, and keep them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for page in sorted(DOCS.rglob("*.md")):
        names = pictures_of(page)
        if not names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            run_page(page.read_text(encoding="utf-8"), page.name)
            for name in names:
                (FOLDER / name).write_bytes(Path(name).read_bytes())
            os.chdir(DOCS)
        print(f"  {page.relative_to(DOCS)}: {', '.join(names)}")


if __name__ == "__main__":
    main()
