"""`write_page`: one HTML file with the viewer and a scene in it. It loads nothing, from nowhere."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import os
import sys
import tempfile
import webbrowser
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any

from .._display import Displayed
from ..contract import ModelError
from ..contract.arguments import check_file_format
from .scene import SCENE_FORMAT, VERSION, Scene

PAGE_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="linkwork">
<title>{title}</title>
"""
"""How every page begins; its style and the end of the head follow."""
PAGE_OTHERS = ", or use lw.picture or lw.animate for pictures and films, and lw.print_pdf(page, path) to print a page"
PAGE = (
    PAGE_HEAD
    + """</head>
<body>
<noscript>This page draws a model with JavaScript, which is switched off here.</noscript>
<script type="application/json" id="scene">{scene}</script>
<script>{viewer}</script>
</body>
</html>
"""
)


UNPACK = """(async () => {
  const name = "NAME", own = document.getElementById("packed").textContent, note = document.createElement("p");
  const packed = own || (await new Promise((found) => {
    const ask = () => {
      for (let k = 0; k < parent.frames.length; k++) parent.frames[k].postMessage({ viewer: name }, "*");
      if (++asked === 15) note.textContent = "The viewer is in an earlier picture, which is gone. Run this cell again.";
    };
    let asked = 0;
    const asking = setInterval(ask, 200);
    addEventListener("message", ({ data }) => {
      if (data?.viewer !== name || !data.packed) return;
      clearInterval(asking);
      found(data.packed);
    });
    document.body.append(note);
    ask();
  }));
  note.remove();
  addEventListener("message", ({ data, source }) => {
    if (data?.viewer === name && !data.packed) source.postMessage({ viewer: name, packed }, "*");
  });
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const script = document.createElement("script");
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  script.textContent = await new Response(stream).text();
  document.body.append(script);
})();"""
"""JavaScript that runs the viewer out of its packed text. A frame without that text asks the others of its notebook, of
which one that has it answers; the policy of a page names the one script that may run, from any sender."""


@dataclass(frozen=True, eq=False)
class Page(Displayed):
    """A page that is not in a file yet. The last value of a notebook's cell shows itself."""

    name: str
    text: str = field(repr=False)

    def save(self, path: str | PathLike[str]) -> Path:
        """The file written: the page, complete in itself."""
        target = Path(path)
        check_file_format("page", target, ".html", PAGE_OTHERS)
        if target.is_dir():
            raise ModelError(f"{target} is a folder; give the name of a file in it, such as {target / 'page.html'}.")
        if not target.parent.is_dir():
            raise ModelError(f"{target}: the folder {target.parent} does not exist; make it first.")
        target.write_text(self.text, encoding="utf-8")
        return target

    def open(self) -> bool:
        """Shows the page in the browser, from a temporary file; False where there is no screen to show it on."""
        if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            return False
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="linkwork-", suffix=".html", delete=False) as f:
            f.write(self.text)
        return webbrowser.open(Path(f.name).as_uri())

    def __repr__(self) -> str:
        return f'<page of {self.name!r}, {len(self.text) / 1e6:.1f} MB: page.save("file.html") keeps it>'


def write_page(scene: Scene, path: str | PathLike[str]) -> Path:
    """The file written: a page that shows the scene, complete in itself."""
    return Page(scene["name"], page(scene)).save(path)


def page(scene: Scene) -> str:
    """The page as text.

    A policy in its head lets the browser run the one script whose hash it names and nothing else, and fetch nothing.
    """
    if scene.get("format") != SCENE_FORMAT or scene.get("version") != VERSION:
        found = f"{scene.get('format')!r}, version {scene.get('version')!r}"
        raise ModelError(
            f"this is not a scene that this viewer reads: {found}; it needs {SCENE_FORMAT!r}, version {VERSION}."
        )
    viewer = script("viewer.js")
    # A page that lives compiles its own program and runs it in a worker; `eval` stays refused, and so does any fetch.
    living = (" 'wasm-unsafe-eval'", " worker-src blob:;") if "program" in scene else ("", "")
    policy = (
        f"default-src 'none'; script-src '{_digest(viewer)}'{living[0]};{living[1]} img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return PAGE.format(policy=policy, title=html.escape(scene["name"]), scene=inert_json(scene), viewer=viewer)


def compact_page(text: str, brings_viewer: bool = True) -> str:
    """The page with its viewer compressed, or without it, as notebooks keep it; a browser unpacks it by itself."""
    viewer, packed, unpack = _packed_viewer()
    policy = f"script-src '{_digest(viewer)}"
    content = packed if brings_viewer else ""
    begin = f'<script type="text/plain" id="packed">{content}</script>\n<script>{unpack}</script>'
    return text.replace(f"<script>{viewer}</script>", begin).replace(
        policy, f"script-src '{_digest(unpack)}' {policy[11:]}"
    )


@cache
def _packed_viewer() -> tuple[str, str, str]:
    """The viewer as it stands in a page, its packed text, and the script that unpacks it."""
    viewer = script("viewer.js")
    content = base64.b64encode(gzip.compress(viewer.encode(), mtime=0)).decode("ascii")
    return viewer, content, UNPACK.replace("NAME", _digest(viewer))


def _digest(code: str) -> str:
    """How a page's policy names a script that may run."""
    return f"sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode('ascii')}"


def script(name: str) -> str:
    """A script that runs in pages: "viewer.js", "living.js", … Built by `make viewer` from TypeScript in `viewer/`."""
    return files("linkwork.views").joinpath("viewer", name).read_text(encoding="utf-8")


def inert_json(value: Any) -> str:
    """JSON that cannot end the script element it stands in: no angle bracket, no ampersand, no line separator."""
    try:
        text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise ModelError(f"the scene holds what JSON cannot: {error}.") from None
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
