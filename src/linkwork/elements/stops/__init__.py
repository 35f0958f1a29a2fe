"""Stops, ropes, clearances and freewheels: what holds on one side only."""
