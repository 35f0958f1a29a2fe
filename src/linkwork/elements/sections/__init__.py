"""Cross-sections of beams."""
