"""Contacts in analyses: which points touch, impacts, and how points go on."""
