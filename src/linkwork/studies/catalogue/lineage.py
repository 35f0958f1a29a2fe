"""Models of a catalogue: by their content, each with the one it was changed from and how."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...contract import ModelError
from ...contract.arguments import ArgumentKind, takes
from ...formats import from_dict
from ...model import Model
from ...model.compare import differences
from ...results.extras import extra, model_text
from .database import insert_once
from .run_rows import run_row
from .storage import CatalogueStorage
from .tables import CatalogueTables, sqlalchemy

MODEL_NAME = ArgumentKind(
    lambda value: isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)),
    "the number of a run, or the first letters of a model's hash",
)
LONGEST_LINEAGE = 1000
"""Models of a lineage that are followed."""


@dataclass(frozen=True)
class ModelStep:
    """A model of a lineage: what it is, who kept it and when, and how it differs from the one before."""

    hash: str
    name: str
    created: float
    """Seconds since 1970."""
    who: str
    versions: Mapping[str, str]
    change: str
    """What was changed, in the words of who did it."""
    differences: tuple[str, ...]
    """What differs from the model before, found by comparing the two; nothing for the first."""

    def __str__(self) -> str:
        said = [*([self.change] if self.change else []), *self.differences]
        return "\n".join([f"{self.name} ({self.hash[:12]}), {self.who}", *(f"  {sentence}" for sentence in said)])


@dataclass(frozen=True, eq=False)
class KeptModels:
    """The models of a catalogue by their content, `lab.models`: `lab.models()` lists them.

    A model is named by the number of a run, or by the first letters of its hash.
    """

    storage: CatalogueStorage

    def __call__(self) -> Any:
        """All models, the newest last, as a pandas DataFrame with the hash of each as its index."""
        pandas, sa, t = extra("pandas", "models"), sqlalchemy(), self.storage.tables
        runs = sa.select(sa.func.count()).where(t.runs.c.model == t.models.c.hash).scalar_subquery()
        columns = [t.models.c[name] for name in ("hash", "name", "created", "who", "change")]
        columns.append(sa.func.coalesce(t.models.c.parent, "").label("parent"))
        with self.storage.transaction() as base:
            rows = base.execute(sa.select(*columns, runs.label("runs")).order_by(t.models.c.created)).all()
        table = pandas.DataFrame(rows, columns=[*(c.name for c in columns), "runs"])
        table["created"] = pandas.to_datetime(table["created"], unit="s")
        return table.set_index("hash")

    @takes(which=MODEL_NAME)
    def open(self, which: int | str) -> Model:
        """The model of a run by its number, or the one whose hash begins so."""
        with self.storage.transaction() as base:
            return model_of(self._named(base, which))

    @takes(first=MODEL_NAME, second=MODEL_NAME)
    def compare(self, first: int | str, second: int | str) -> list[str]:
        """What differs between two models, in sentences."""
        with self.storage.transaction() as base:
            return differences_of(self._named(base, first), self._named(base, second))

    @takes(which=MODEL_NAME)
    def lineage(self, which: int | str) -> list[ModelStep]:
        """The models that a model was made from, the first one first, itself last, each with how it was changed."""
        with self.storage.transaction() as base:
            rows = [self._named(base, which)]
            while rows[-1]["parent"] is not None and len(rows) < LONGEST_LINEAGE:
                rows.append(self._row(base, rows[-1]["parent"]))
        rows.reverse()
        kept = ("hash", "name", "created", "who", "change")
        return [
            ModelStep(
                **{field: row[field] for field in kept},
                versions=json.loads(row["versions"]),
                differences=() if before is None else tuple(differences_of(before, row)),
            )
            for before, row in zip([None, *rows], rows, strict=False)
        ]

    def _named(self, base: Any, which: int | str) -> Mapping[str, Any]:
        """What is known of a model, by the number of a run or the first letters of its hash."""
        if isinstance(which, str):
            return self._row(base, self._hash_of(base, which))
        return self._row(base, run_row(base, self.storage.tables, which)["model"])

    def _hash_of(self, base: Any, name: str) -> str:
        """The hash of a model by its first letters."""
        sa, c = sqlalchemy(), self.storage.tables.models.c
        begins = c.hash.startswith(name, autoescape=True)
        found = base.execute(sa.select(c.hash).where(begins).limit(2)).scalars().all()
        if len(found) != 1:
            why = "there is no model" if not found else "there are several models"
            raise ModelError(f"catalogue: {why} whose hash begins with {name!r}; `models()` lists them.")
        return str(found[0])

    def _row(self, base: Any, name: str) -> Mapping[str, Any]:
        """What is known of the model of a hash."""
        sa, models = sqlalchemy(), self.storage.tables.models
        found: Mapping[str, Any] = base.execute(sa.select(models).where(models.c.hash == name)).mappings().one()
        return found


def add_model(base: Any, tables: CatalogueTables, model: Model, parent: Model | None, **told: Any) -> str:
    """The hash of a model, which is kept if it is new: changed from `parent`, or from the last one of its name."""
    sa, c = sqlalchemy(), tables.models.c
    text, missing = model_text(model)
    name = hashlib.sha256("\0".join([text, *missing]).encode()).hexdigest()
    if base.execute(sa.select(c.hash).where(c.hash == name)).first() is None:
        if parent is not None:
            before = add_model(base, tables, parent, None, **{**told, "change": ""})
        else:
            newest = sa.select(c.hash).where(c.name == model.name).order_by(c.created.desc()).limit(1)
            before = base.execute(newest).scalar()
        content = {"content": text, "missing": json.dumps(missing), "created": time.time()}
        insert_once(base, tables.models, hash=name, name=model.name, parent=before, **content, **told)
    return name


def model_of(row: Mapping[str, Any]) -> Model:
    """The model of a row."""
    missing = json.loads(row["missing"])
    if missing:
        raise ModelError(f"catalogue: the model {row['name']!r} was stored in part: {missing[0]}")
    return from_dict(json.loads(row["content"]))


def differences_of(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """What differs between the models of two rows, in sentences."""
    if first["hash"] == second["hash"]:
        return []
    try:
        return differences(model_of(first), model_of(second)) or ["They are the same but for how they are written."]
    except ModelError as error:
        return [f"The models differ, but the differences cannot be listed: {error}"]
