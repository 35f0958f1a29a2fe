"""Test Set for IVP Solvers: mechanisms as differential-algebraic equations, with reference values at the end of a run.

F. Mazzia and C. Magherini, "Test Set for Initial Value Problem Solvers", release 2.4, Bari 2008; sources and reference
values as in R's package deTestSet.
"""
