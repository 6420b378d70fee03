"""How each language writes days and times: Django's named formats, and some of our own."""
