"""Models of a catalogue: by their content, each with the one it was changed from and how."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...contract import ModelError
from ...formats import from_dict
from ...model import Model
from ...model.compare import differences
from ...results.extras import model_text
from .database import insert_once
from .tables import CatalogueTables, sqlalchemy

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


class ModelShelf:
    """The models in a database."""

    def __init__(self, tables: CatalogueTables) -> None:
        self.table, self.runs = tables.models, tables.runs

    def add(self, base: Any, model: Model, parent: Model | None, **told: Any) -> str:
        """The hash of a model, which is kept if it is new: changed from `parent`, or from the last one of its name."""
        sa, c = sqlalchemy(), self.table.c
        text, missing = model_text(model)
        name = hashlib.sha256("\0".join([text, *missing]).encode()).hexdigest()
        if base.execute(sa.select(c.hash).where(c.hash == name)).first() is None:
            if parent is not None:
                before = self.add(base, parent, None, **{**told, "change": ""})
            else:
                newest = sa.select(c.hash).where(c.name == model.name).order_by(c.created.desc()).limit(1)
                before = base.execute(newest).scalar()
            content = {"content": text, "missing": json.dumps(missing), "created": time.time()}
            insert_once(base, self.table, hash=name, name=model.name, parent=before, **content, **told)
        return name

    def hash_of(self, base: Any, name: str) -> str:
        """The hash of a model by its first letters."""
        sa, c = sqlalchemy(), self.table.c
        begins = c.hash.startswith(name, autoescape=True)
        found = base.execute(sa.select(c.hash).where(begins).limit(2)).scalars().all()
        if len(found) != 1:
            why = "there is no model" if not found else "there are several models"
            raise ModelError(f"catalogue: {why} whose hash begins with {name!r}; `models()` lists them.")
        return str(found[0])

    def row(self, base: Any, name: str) -> Mapping[str, Any]:
        """What is known of the model of a hash."""
        sa = sqlalchemy()
        found: Mapping[str, Any] = base.execute(sa.select(self.table).where(self.table.c.hash == name)).mappings().one()
        return found

    def lineage(self, base: Any, name: str) -> list[ModelStep]:
        """A model and those before it, the first one first."""
        rows = [self.row(base, name)]
        while rows[-1]["parent"] is not None and len(rows) < LONGEST_LINEAGE:
            rows.append(self.row(base, rows[-1]["parent"]))
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

    def remove_idle(self, base: Any) -> None:
        """Removes models that no run has and no other model was changed from, until there is none."""
        sa, c = sqlalchemy(), self.table.c
        parents = sa.select(c.parent).where(c.parent.is_not(None))
        idle = c.hash.not_in(sa.select(self.runs.c.model)) & c.hash.not_in(parents)
        while base.execute(self.table.delete().where(idle)).rowcount:
            pass


def model_of(row: Mapping[str, Any]) -> Model:
    """The model of a row."""
    missing = json.loads(row["missing"])
    if missing:
        raise ModelError(f"catalogue: the model {row['name']!r} was kept in part: {missing[0]}")
    return from_dict(json.loads(row["content"]))


def differences_of(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """What differs between the models of two rows, in sentences."""
    if first["hash"] == second["hash"]:
        return []
    try:
        return differences(model_of(first), model_of(second)) or ["They are the same but for how they are written."]
    except ModelError as error:
        return [f"The models differ; how cannot be told: {error}"]
