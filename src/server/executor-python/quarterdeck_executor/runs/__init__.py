"""One attempt at a run: what it is given, what it tells, how it is stopped."""
