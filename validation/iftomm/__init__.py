"""IFToMM: problems of the library of computational benchmarks for multibody dynamics, whose data are public.

M. González, D. Dopico, U. Lugrís, J. Cuadrado, "A benchmarking system for MBS simulation software", Multibody System
Dynamics 16 (2006) 179–190; iftomm-multibody.org/benchmark.
"""
