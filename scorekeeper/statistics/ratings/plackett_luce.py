"""The strengths that explain rankings best, and how sure they are: docs/ratings.md."""

from typing import NamedTuple

import numpy as np

from scorekeeper.statistics.ratings.rankings import Array, Stages
from scorekeeper.statistics.ratings.shared_places import shared_place_derivatives

# The curvature changes by at most the exponential of a step's range (the difference of its largest
# and smallest entry), so steps up to this range always lead uphill, and shorter ones converge fast.
LONGEST_STEP = 1.5
LAST_STEP = 1e-5  # the next one would be about its square
MOST_STEPS = 1_000
BATCH = 250  # rows: they fit into a processor's cache


class Fit(NamedTuple):
    strengths: Array  # logarithms of the odds
    covariance: Array


def fit_strengths(stages: Stages, prior: float, start: Array) -> Fit:
    """Maximize the posterior for a normal prior with this deviation, by Newton's method.

    The covariance is that of the normal distribution with the same curvature (Laplace).
    """
    strengths, precision = start, np.eye(len(start)) / prior**2
    for _step in range(MOST_STEPS):
        gradient, hessian = derive_likelihood(stages, strengths)
        curvature = precision - hessian
        step = np.linalg.solve(curvature, gradient - precision @ strengths)
        length = step.max(initial=0) - step.min(initial=0)
        strengths = strengths + step * min(1.0, LONGEST_STEP / max(length, LAST_STEP))
        if length <= LAST_STEP:
            break
    return Fit(strengths, np.asarray(np.linalg.inv(curvature), float))


def derive_likelihood(stages: Stages, strengths: Array) -> tuple[Array, Array]:
    """Return the gradient and the Hessian of the log likelihood."""
    rates = np.exp(strengths)
    expected, products = np.zeros_like(rates), np.zeros((len(rates),) * 2)
    for start in range(0, len(stages.sum_counts), BATCH):
        sums = stages.sums[start : start + BATCH].astype(float)
        totals = sums @ rates
        shares = stages.sum_counts[start : start + BATCH] / totals
        expected += rates * (shares @ sums)
        products += sums.T @ (sums * (shares / totals)[:, None])
    gradient = stages.nexts - expected
    hessian = np.outer(rates, rates) * products - np.diag(expected)
    for more_gradient, more_hessian in shared_place_derivatives(stages, strengths):
        gradient += more_gradient
        hessian += more_hessian
    return gradient, hessian
