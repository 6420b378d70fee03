"""The contexts of the pages of statistics: figures with names, titles and texts."""
