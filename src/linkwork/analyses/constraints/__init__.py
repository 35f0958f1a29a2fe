"""Rows of constraints at a state: closure, independence, velocities, self-stress, and sentences about them."""
