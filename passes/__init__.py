"""Passes over nn IR: clean-up, gates, planning, lowering, and the pipelines that chain them."""
