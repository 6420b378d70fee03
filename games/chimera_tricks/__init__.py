"""Chimera Tricks: tricks that bring Grimoires worth plus or minus."""
