"""Studies of a catalogue, each with its file."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from ...contract import ModelError
from ...contract.arguments import COUNT, TEXT_ARGUMENT, ArgumentKind, takes
from ...results.extras import extra
from ..study_file import load_study, save_study
from ..study_result import Study
from .database import delete_rows, next_numbers
from .storage import CatalogueStorage, current_user
from .tables import sqlalchemy

STUDY = ArgumentKind(lambda value: isinstance(value, Study), "a study, as lw.study gives it")


@dataclass(frozen=True, eq=False)
class KeptStudies:
    """The studies of a catalogue, `lab.studies`: `lab.studies()` lists them."""

    storage: CatalogueStorage

    def __call__(self) -> Any:
        """All studies, the newest last, as a pandas DataFrame with the number of each as its index."""
        pandas, sa, t = extra("pandas", "studies"), sqlalchemy(), self.storage.tables
        with self.storage.transaction() as base:
            rows = base.execute(sa.select(t.studies).order_by(t.studies.c.id)).mappings().all()
        table = pandas.DataFrame([dict(row) for row in rows], columns=[c.name for c in t.studies.c])
        table["created"] = pandas.to_datetime(table["created"], unit="s")
        return table.drop(columns="file").set_index("id").rename_axis("study")

    @takes(study=STUDY, note=TEXT_ARGUMENT)
    def add(self, study: Study, note: str = "") -> int:
        """Keeps a study with its file; its number among studies."""
        t = self.storage.tables
        row = {
            "name": study.name,
            "created": time.time(),
            "who": current_user(),
            "note": note,
            "members": len(study),
            "failed": len(study.failures),
            "verdict": study.verdict.level,
            "varied": ", ".join(study.table.names),
            "measures": ", ".join(study.values),
        }

        def add(file: tuple[str, int]) -> int:
            with self.storage.transaction(writes=True) as base:
                self.storage.add_file(base, file)
                number = next_numbers(base, t, t.studies, 1)[0]
                base.execute(t.studies.insert().values(id=number, **row, file=file[0]))
                return number

        return self.storage.with_file(lambda path: save_study(study, path), add)

    @takes(number=COUNT)
    def open(self, number: int) -> Study:
        """A study as it was."""
        sa, t = sqlalchemy(), self.storage.tables
        with self.storage.transaction() as base:
            file = base.execute(sa.select(t.studies.c.file).where(t.studies.c.id == int(number))).scalar()
        if file is None:
            raise ModelError(f"catalogue: there is no study {number}.")
        return load_study(self.storage.store.to_open(file, f"study {number}"))

    @takes(number=COUNT)
    def delete(self, number: int) -> None:
        """Removes a study with its file."""
        studies = self.storage.tables.studies
        with self.storage.transaction(writes=True, alone=True) as base:
            if not delete_rows(base, self.storage.tables, studies, studies.c.id == number):
                raise ModelError(f"catalogue: there is no study {number}.")
        self.storage.prune()
