"""Reference cases: mechanisms of the documents that linkwork is built on, each computed beforehand by two other routes.

Parameters, conventions, samples and the cross-check of each stand in `tests/reference/*.json`; digits are how far the
two routes agree. Both were written without linkwork: by hand or symbolically, and in another formulation or engine.
"""
