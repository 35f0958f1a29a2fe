"""Obstacles: surfaces over which paths run."""
