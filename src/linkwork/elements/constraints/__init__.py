"""Constraints: functions of the relative motion, or of coordinates, that are zero."""
