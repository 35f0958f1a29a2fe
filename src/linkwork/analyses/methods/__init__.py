"""Methods of integration as values: the base class, those that are shipped, one's own, and the registry of names.

Nothing is imported here, so that what methods are made of can import `methods.method`.
"""
