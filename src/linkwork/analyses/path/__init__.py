"""Motion along a path: continuation under drives, singular configurations on the way and how they are passed."""
