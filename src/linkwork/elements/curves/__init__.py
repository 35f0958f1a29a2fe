"""Curves that bodies slide along, touch and roll on."""
