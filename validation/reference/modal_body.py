"""F3: a solid brick of finite elements, reduced by Craig and Bampton, as a body with elastic coordinates."""

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from linkwork.contract.modal_data import ModalData
from linkwork.flexible import nodal_model, reduce_model
from validation.case import Case, Figure, compare
from validation.reference.numbers import case


def reduced() -> ModalData:
    """From nodes, lumped masses and a stiffness matrix, held and carried by its two end faces."""
    given = case("F3_modal_body")["model"]
    nodes, entries = np.array(given["nodes"]), given["stiffness_triplets"]
    K = np.zeros((3 * len(nodes), 3 * len(nodes)))
    K[entries["row"], entries["col"]] = entries["value"]
    K += np.triu(K, 1).T
    M = np.kron(given["node_mass"], np.eye(3))
    model = nodal_model("brick", nodes, sparse.csr_array(M), sparse.csr_array(K))
    return reduce_model(model, {"left": given["left_nodes"], "right": given["right_nodes"]}, modes=4)


def check() -> Iterator[Figure]:
    known, data = case("F3_modal_body"), reduced()
    frequencies = known["craig_bampton"]["left_clamped_frequencies_reduced"]
    yield compare("frequencies", data.frequencies[: len(frequencies)], frequencies, 1e-13, allowed=1e-10)
    yield compare("integrals C1", data.C1, known["integrals"]["C1"], 1e-13, allowed=1e-11)
    yield compare("integrals XP", data.XP, known["integrals"]["XP"], 1e-13, allowed=1e-11)


def cases() -> Iterator[Case]:
    yield Case("F3_modal_body", "solid brick, reduced", check, (reduced,))
