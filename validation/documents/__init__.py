"""Printed numbers: what the documents themselves print, and what linkwork finds.

The passages are those of the [seed checklist](theory/index.md); digits are half a unit in the last printed one.
"""
