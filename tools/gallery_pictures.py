"""Pictures of the gallery, taken from its own pages by a browser: `python -m tools.gallery_pictures [NAME …]`.

Each is what a reader sees who opens the page: the mechanism a part of its time after the start, as near as it fits. The
pages are those of `python -m tools.gallery viewers`.
"""

import io
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from linkwork.cli.commands.gallery import gallery_files
from linkwork.documents.print_pdf import BROWSERS
from tools.gallery import MOST_BYTES, PICTURES, VIEWERS

SIZE: Any = {"width": 720, "height": 450}
MOMENT = 0.3
"""Part of its time after which a mechanism is shown."""
COLORS = 160
# Drawn by the processor: the same picture with and without a graphics card.
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
ONLY_THE_PICTURE = """() => {
  const sheet = new CSSStyleSheet();
  const others = "header, footer, aside, .overlay, .notice, .replay, .pedals, .shape-box";
  sheet.replaceSync(`${others} { display: none !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
IS_ALONE = "innerWidth === document.querySelector('canvas').clientWidth"
# A living page computes ahead of what it shows.
IS_THERE = """(part) => {
  const [start, end] = linkwork.range(), whole = linkwork.living ? linkwork.living.span : end - start;
  if (linkwork.living && end < start + part * whole && !linkwork.living.news.certificate) return false;
  linkwork.set("t", Math.min(start + part * whole, end));
  linkwork.closeUp();
  return true;
}"""


@contextmanager
def browser_tab() -> Iterator[Any]:
    """A tab of Chromium as the system has it, with the network off."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit("There is no Chromium here that could draw the pages; install it (apt-get install chromium).")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser.new_context(viewport=SIZE, color_scheme="light", reduced_motion="reduce", offline=True).new_page()
        browser.close()


def seen(tab: Any, page: Path) -> bytes:
    """The picture of a page as a PNG of few colours."""
    tab.goto(page.as_uri())
    tab.evaluate(ONLY_THE_PICTURE)
    for condition in (IS_ALONE, IS_THERE, "linkwork.settled()"):
        # Asked from here: the page itself may evaluate nothing.
        while not tab.evaluate(condition, MOMENT):
            tab.wait_for_timeout(30)
    image = Image.open(io.BytesIO(tab.screenshot())).convert("RGB").quantize(COLORS, Image.Quantize.MEDIANCUT)
    out = io.BytesIO()
    image.save(out, "png", optimize=True)
    return out.getvalue()


def main() -> None:
    """Take the pictures of the examples named, or of all."""
    names = sys.argv[1:] or [*gallery_files()]
    missing = [name for name in names if not (VIEWERS / f"{name}.html").exists()]
    if missing:
        raise SystemExit(f"There is no page of {', '.join(missing)} yet: run `python -m tools.gallery viewers` first.")
    with browser_tab() as tab:
        for name in names:
            content = seen(tab, VIEWERS / f"{name}.html")
            (PICTURES / f"{name}.png").write_bytes(content)
            print(f"  {name}.png: {len(content) / 1000:.0f} kB{' (too large)' if len(content) > MOST_BYTES else ''}")


if __name__ == "__main__":
    main()
