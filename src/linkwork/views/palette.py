"""Colours on paper. Those of pages stand in the viewer, since they change with its theme."""

INK, GREY = "#22333b", "#7f8c8d"
COLORS = ("#2f6f9f", "#c8643c", "#4d8f5b", "#8a5fa8", "#b58a1e", "#3f8f94", "#a9465d", "#6b6f2a")
"""Of curves and bodies, one after the other."""
GROUND, TRACE = "#9aa3a8", "#b5502b"
CHORD, CONSTRAINT, FORCE, ASSEMBLY = "#c0392b", "#8e44ad", "#2471a3", "#b9770e"
"""Of lines in the picture of a topology."""
