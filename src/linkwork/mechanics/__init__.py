"""The mechanics that analyses ask: one port, in coordinates of a tree or of bodies that move freely."""
