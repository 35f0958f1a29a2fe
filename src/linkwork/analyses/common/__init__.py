"""What analyses share: what users hand in, kernels bound to memory, states in batches, failures explained."""
