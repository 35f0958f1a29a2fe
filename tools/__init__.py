"""Helpers of the development commands in the Makefile. Not part of the installed package."""
