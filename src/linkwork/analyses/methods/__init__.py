"""Methods of integration as values: the base class, those that are shipped, one's own, and the registry of names."""
