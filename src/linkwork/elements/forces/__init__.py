"""Energetic elements: forces that depend on the relative motion of their ends."""
