"""Pictures that move: `python -m tools.moving_picture` writes that at the head of README and home page; with names of
examples it writes theirs in the gallery.

The time of an example is drawn by its own page in a browser, frame by frame, and looped. The pages are those of
`python -m tools.gallery viewers`.
"""

import io
import sys
from pathlib import Path
from typing import Any

from PIL import Image

from tools.gallery import PICTURES, ROOT, VIEWERS
from tools.gallery_pictures import IS_ALONE, IS_THERE, ONLY_THE_PICTURE, browser_tab

HEAD = ("jansen_leg", ROOT / "docs" / "images" / "walking.gif")
SIZE: Any = {"width": 520, "height": 420}
SMALL: Any = {"width": 480, "height": 300}
"""Of those in the gallery."""
FRAMES, PAUSE = 40, 52
"""Pictures of a period, and the milliseconds each is shown."""
COLORS, FEW_COLORS = 128, 32
SET_TIME = """(part) => {
  const [start] = linkwork.range();
  linkwork.set("t", start + part * (linkwork.living ? linkwork.living.span : linkwork.range()[1] - start));
}"""


def frames(tab: Any, name: str, size: Any) -> list[Image.Image]:
    """Pictures of one period, evenly spaced; the last comes before the first."""
    tab.set_default_timeout(900_000)
    tab.set_viewport_size(size)
    tab.goto((VIEWERS / f"{name}.html").as_uri())
    tab.evaluate(ONLY_THE_PICTURE)
    for condition, argument in ((IS_ALONE, None), (IS_THERE, 1.0)):
        while not tab.evaluate(condition, argument):
            tab.wait_for_timeout(50)
    shown = []
    for k in range(FRAMES):
        tab.evaluate(SET_TIME, k / FRAMES)
        while not tab.evaluate("linkwork.settled()"):
            tab.wait_for_timeout(20)
        shown.append(Image.open(io.BytesIO(tab.screenshot())).convert("RGB"))
    return shown


def write(tab: Any, name: str, file: Path, size: Any, colors: int) -> None:
    """Write one GIF."""
    shown = frames(tab, name, size)
    some = Image.new("RGB", (size["width"], size["height"] * 4))
    for k in range(4):
        some.paste(shown[k * FRAMES // 4], (0, k * size["height"]))
    palette = some.quantize(colors, Image.Quantize.MAXCOVERAGE)  # thin bars keep their colours
    few = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in shown]
    few[0].save(file, save_all=True, append_images=few[1:], duration=PAUSE, loop=0, optimize=True)
    print(f"  {file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")


def main() -> None:
    """Write the GIFs of the examples named, or that at the head."""
    with browser_tab() as tab:
        for name in sys.argv[1:]:
            write(tab, name, PICTURES / f"{name}.gif", SMALL, FEW_COLORS)
        if not sys.argv[1:]:
            write(tab, *HEAD, SIZE, COLORS)


if __name__ == "__main__":
    main()
