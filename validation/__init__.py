"""Validation: small models of published problems, run and compared with the published numbers.

`python -m validation` lists the cases, `python -m validation revolute_2` runs one, `make validate` runs all of them and
writes `docs/validation.md`. A case is one file in the folder of its group: it shows a model that can be read as an
example, and defines `cases()`. A file put there is a case; nothing else has to be changed.
"""
