"""Yahtzee: five dice, thirteen boxes."""
