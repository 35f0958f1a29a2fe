"""Time steps of free bodies with many contacts, in native loops."""
