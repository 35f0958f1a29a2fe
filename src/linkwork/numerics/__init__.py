"""Solvers on numbers and compiled kernels; no mechanics."""
