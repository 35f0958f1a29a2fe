"""Loops that make steps, one file for each family of methods; tables of coefficients are in `tableaus`."""
