"""Chimera Tricks: tricks that win Grimoires worth plus or minus."""
