"""Benchmarks: ours against the peers, measured interleaved in one run. Not part of the installed package."""
