"""Tables of the catalogue, as SQLAlchemy sees them."""

from __future__ import annotations

import importlib
from typing import Any

from ...contract import ModelError

HASH_LETTERS = 64
RUN_COLUMNS = {
    "status": "String",
    "verdict": "String",
    "sentence": "String",
    "method": "String",
    "rtol": "Float",
    "atol": "Float",
    "h": "Float",
    "t_start": "Float",
    "t_end": "Float",
    "steps": "Integer",
    "energy_error": "Float",
    "energy_scale": "Float",
    "position_error": "Float",
    "velocity_error": "Float",
    "wall_time": "Float",
}
"""What is kept of the certificate of a run, each a column."""


def sqlalchemy() -> Any:
    """SQLAlchemy, or an error that says how to get it."""
    try:
        return importlib.import_module("sqlalchemy")
    except ImportError:
        raise ModelError("the catalogue needs SQLAlchemy: pip install 'linkwork[catalogue]'.") from None


class CatalogueTables:
    """Tables, as SQLAlchemy sees them.

    `values` has Parameters and measures of runs, one row a number, so that runs are found by any of them; `files` are
    named by the hash of their content, and stand beside the database.
    """

    def __init__(self) -> None:
        sa = sqlalchemy()
        self.data = sa.MetaData()
        self.about = sa.Table(
            "about", self.data, sa.Column("name", sa.String, primary_key=True), sa.Column("value", sa.String)
        )
        self.files = sa.Table(
            "files",
            self.data,
            sa.Column("hash", sa.String(HASH_LETTERS), primary_key=True),
            sa.Column("size", sa.BigInteger, nullable=False),
        )
        self.models = self._models(sa)
        self.runs = self._runs(sa)
        self.studies = self._studies(sa)
        self.values = sa.Table(
            "run_values",
            self.data,
            sa.Column("run", sa.Integer, sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
            sa.Column("name", sa.String, primary_key=True),
            sa.Column("value", sa.Float),
            sa.Index("values_by_name", "name", "value"),
        )
        self.tags = sa.Table(
            "tags",
            self.data,
            sa.Column("run", sa.Integer, sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
            sa.Column("tag", sa.String, primary_key=True),
            sa.Index("runs_by_tag", "tag"),
        )

    def _models(self, sa: Any) -> Any:
        return sa.Table(
            "models",
            self.data,
            sa.Column("hash", sa.String(HASH_LETTERS), primary_key=True),
            sa.Column("name", sa.String, nullable=False),
            sa.Column("content", sa.Text, nullable=False),
            sa.Column("missing", sa.Text, nullable=False),
            sa.Column("parent", sa.String(HASH_LETTERS), sa.ForeignKey("models.hash")),
            sa.Column("created", sa.Float, nullable=False),
            *(sa.Column(name, sa.Text, nullable=False) for name in ("who", "versions", "change")),
        )

    def _runs(self, sa: Any) -> Any:
        hashed = sa.String(HASH_LETTERS)
        return sa.Table(
            "runs",
            self.data,
            sa.Column("id", sa.Integer, primary_key=True),
            sa.Column("model", hashed, sa.ForeignKey("models.hash"), nullable=False, index=True),
            sa.Column("created", sa.Float, nullable=False),
            sa.Column("who", sa.String, nullable=False),
            sa.Column("note", sa.Text, nullable=False),
            sa.Column("versions", sa.Text, nullable=False),
            sa.Column("file", hashed, sa.ForeignKey("files.hash")),
            *(sa.Column(name, getattr(sa, kind)) for name, kind in RUN_COLUMNS.items()),
        )

    def _studies(self, sa: Any) -> Any:
        texts = ("name", "who", "note", "verdict", "varied", "measures")
        return sa.Table(
            "studies",
            self.data,
            sa.Column("id", sa.Integer, primary_key=True),
            sa.Column("created", sa.Float, nullable=False),
            *(sa.Column(name, sa.Text, nullable=False) for name in texts),
            sa.Column("members", sa.Integer, nullable=False),
            sa.Column("failed", sa.Integer, nullable=False),
            sa.Column("file", sa.String(HASH_LETTERS), sa.ForeignKey("files.hash"), nullable=False),
        )
