"""`linkwork convert`: a model in another language, a run as a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .. import use
from ..arguments import ChannelsOption, Json
from ..show import give_json, say
from ..sources import RESULT, read_model

From = Annotated[Path, typer.Argument(help="A model (.toml, .json, .py) or a run (.nc).")]
ConvertTarget = Annotated[Path, typer.Argument(help="A model file (.toml, .json); of a run, a table (.csv, .parquet).")]


def convert(file: From, to: ConvertTarget, channel: ChannelsOption = [], json: Json = False) -> None:  # noqa: B006
    """Write a model as TOML or JSON, or a stored run as a table."""
    if file.suffix in RESULT:
        run = use.load_run(file)
        writers = {".csv": run.to_csv, ".parquet": run.to_parquet}
        if to.suffix not in writers:
            raise use.ModelError(f"{to}: a run becomes a table: .csv or .parquet.")
        writers[to.suffix](to, *(channel or run.layout.q))
    else:
        use.save_model(read_model(file).model, to)
    give_json({"written": [str(to)]}) if json else say(f"wrote {to}")
