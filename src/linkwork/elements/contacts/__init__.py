"""Rigid contacts: bodies that touch, strike and slide, and do not enter each other."""
