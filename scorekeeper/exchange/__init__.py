"""What was played, out of the app and into it: archives, records, and more."""
