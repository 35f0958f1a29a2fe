"""Joints: relative poses as functions of coordinates."""
