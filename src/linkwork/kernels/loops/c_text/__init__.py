"""Typed trees as C11: `functions` writes statements, `expressions` values, `kinds` types; `scopes` places names.

The text computes what plain Python computes, in the same order: compiled without contraction (`-ffp-contract=off`, or
`-std=c11`), it gives the same bits.
"""
