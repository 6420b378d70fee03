"""Tells other programs what happens in the games of a group.

`tasks.py` is called by what saves an entry, and runs in the background; `story.py` finds what to
tell, `texts.py` words it, `messages.py` and `formats.py` make the body, `delivery.py` sends it to a
checked address (`addresses.py`), and `changes.py` notes what became of it.
"""
