"""The core: the rules of each game, in pure Python. It never imports the shell."""
