"""Rotors inside bodies."""
