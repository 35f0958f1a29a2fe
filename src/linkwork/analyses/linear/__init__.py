"""First variations about a state: inputs, outputs, matrices, eigenvalues and their derivatives."""
