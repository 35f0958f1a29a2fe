"""Responses: the force in a spring or tissue as a function of its elongation."""
