"""The picture at the head of README and home page, moving: `python -m tools.moving_picture [NAME]` writes the GIF.

One period of an example is drawn by its own page in a browser, frame by frame, and looped. The page is that of
`python -m tools.gallery viewers`.
"""

import io
import sys
from typing import Any

from PIL import Image

from tools.gallery import ROOT, VIEWERS
from tools.gallery_pictures import IS_ALONE, IS_THERE, ONLY_THE_PICTURE, browser_tab

NAME = "jansen_leg"
PICTURE = ROOT / "docs" / "images" / "walking.gif"
SIZE: Any = {"width": 520, "height": 420}
FRAMES, PAUSE = 40, 52
"""Pictures of a period, and the milliseconds each is shown."""
COLORS = 128
SET_TIME = """(part) => {
  const [start] = linkwork.range();
  linkwork.set("t", start + part * (linkwork.living ? linkwork.living.span : linkwork.range()[1] - start));
}"""


def frames(tab: Any, name: str) -> list[Image.Image]:
    """Pictures of one period, evenly spaced; the last comes before the first."""
    tab.set_default_timeout(900_000)
    tab.set_viewport_size(SIZE)
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


def main() -> None:
    """Write the GIF."""
    with browser_tab() as tab:
        shown = frames(tab, sys.argv[1] if len(sys.argv) > 1 else NAME)
    some = Image.new("RGB", (SIZE["width"], SIZE["height"] * 4))
    for k in range(4):
        some.paste(shown[k * FRAMES // 4], (0, k * SIZE["height"]))
    palette = some.quantize(COLORS, Image.Quantize.MAXCOVERAGE)  # thin bars keep their colours
    few = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in shown]
    few[0].save(PICTURE, save_all=True, append_images=few[1:], duration=PAUSE, loop=0, optimize=True)
    print(f"  {PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
