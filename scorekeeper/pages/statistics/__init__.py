"""What the pages of statistics show: figures with names, titles and texts."""
