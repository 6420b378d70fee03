"""The core: what the rulebooks say, in pure Python. One folder a game; the shell is never imported here."""
