"""Structures: connections that bring bodies of their own."""
