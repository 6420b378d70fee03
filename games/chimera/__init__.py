"""Chimera: one Chimera against two hunters."""
