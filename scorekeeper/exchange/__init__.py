"""Takes games out of the app and into it: archives, records, and files of other apps."""
