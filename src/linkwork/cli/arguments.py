"""Arguments that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

File = Annotated[Path, typer.Argument(help="A model: .toml, .json, or a .py file that defines `model`.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Set = Annotated[list[str], typer.Option("--set", help="A value to start with: A.angle=0.3. May be repeated.")]
EndOption = Annotated[float | None, typer.Option("--t-end", help="When to stop, in seconds.")]
PageOption = Annotated[Path | None, typer.Option("--view", help="Write a page that shows it (.html).")]
TableOption = Annotated[Path | None, typer.Option("--csv", help="Write a table of channels (.csv).")]
ChannelsOption = Annotated[
    list[str], typer.Option("--channel", help="A channel for tables and plots. May be repeated.")
]
PortOption = Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; a free one unless given.")]
BrowserOption = Annotated[bool, typer.Option("--open", help="Open it in the browser.")]
SpeedOption = Annotated[list[str], typer.Option("--speed", help="A speed to keep: spin.angle_dot=6. May be repeated.")]
PictureOption = Annotated[Path | None, typer.Option("--plot", help="Write a picture (.png, .svg, .pdf).")]
MovingOption = Annotated[
    bool, typer.Option("--moving", help="Driven coordinates keep moving; they are held unless this is given.")
]
