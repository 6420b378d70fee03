"""Figures about what a group has played. docs/statistics.md says what counts."""

import os

# For numpy, which later imports of this package load: its matrices are too small here to gain from
# more threads, and those would take the cores of other requests.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
