"""Mechanisms with closed loops, one a file: the model, the same for the peers, and its equations written by hand."""
