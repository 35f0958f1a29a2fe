"""Shapes: what bodies are made of; mass properties and looks follow."""
