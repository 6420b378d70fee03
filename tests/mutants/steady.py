"""Settings that make two runs of the tests comparable."""

import os

import hypothesis

PHASES = (hypothesis.Phase.explicit, hypothesis.Phase.generate)  # a failure need not be made small


def same_examples() -> None:
    """Let hypothesis make the same examples every time."""
    hypothesis.settings.register_profile(
        "mutants", hypothesis.settings(), derandomize=True, database=None, phases=PHASES
    )
    hypothesis.settings.load_profile("mutants")


def seconds() -> float:
    """Return the processor time of this process and of those it waited for."""
    return sum(os.times()[:4])
