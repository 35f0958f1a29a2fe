"""Studies: thousands of runs of one model, on one machine or many, and numbers of each."""
