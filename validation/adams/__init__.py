"""MSC ADAMS: 28 pendulums on joints, springs and actuators: tables of motion and reactions.

The tables, and the decks and tests that define the joints, stand in Chrono's repository (projectchrono/chrono,
`data/testing/joints` and `src/tests/unit_tests/joints`, BSD-3); every tenth of 501 rows is kept here. Positions agree
to the six printed digits wherever the table itself keeps the energy, and to 1e-6 where seven are printed;
accelerations and reactions of ADAMS scatter from row to row by up to 2e-4.
"""
