"""Analyses: each a verb in a file of its own, `verb(system, …)`, that returns a frozen result.

Nothing is imported here: `linkwork` loads a verb, and what it stands on, when it is first used.
"""
