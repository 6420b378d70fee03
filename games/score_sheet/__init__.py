"""Score sheet: named rows, such as Coins and Military, for most board games."""
