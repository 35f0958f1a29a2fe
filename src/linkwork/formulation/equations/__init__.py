"""Equations of motion by subject, however they were derived: kinematics, rows, laws, dynamics, energies, functions."""
