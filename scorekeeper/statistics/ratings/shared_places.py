"""The likelihood that all who share a place finish before all who are behind them.

Think of the players as alarm clocks that go off at random, each at a rate that is the exponential
of the player's strength: the order is the one of Plackett and Luce. The chance that all who share a
place are ahead of the first clock behind them is an integral over the moment of that clock. It is
also the sum of the chances of all orders of those who share the place.
"""

from collections.abc import Iterator

import numpy as np

from scorekeeper.statistics.ratings.rankings import Array, Stages

# In units of the mean moment, on a logarithmic scale. The integrand fades out smoothly at both
# ends, so that the trapezoidal rule is exact to 1e-7, for three to ten who share a place.
LOG_MOMENTS = np.arange(-42, 14) / 3
MOMENTS = np.exp(LOG_MOMENTS)
LOG_DENSITY = LOG_MOMENTS - MOMENTS

BATCH = 256  # rows: their integrands fit into a processor's cache
LARGE = 700.0  # its exponential is still a number


def shared_place_derivatives(stages: Stages, strengths: Array) -> Iterator[tuple[Array, Array]]:
    """Yield gradients and Hessians of the log likelihood, to be added up."""
    widths = stages.sharing.sum(axis=1).astype(int)
    for width in np.unique(widths):
        rows = np.flatnonzero(widths == width)
        for some in np.split(rows, range(BATCH, len(rows), BATCH)):
            members = np.nonzero(stages.sharing[some])[1].reshape(-1, width)
            behind = stages.behind[some] * np.exp(strengths)
            total = behind.sum(axis=1, keepdims=True)
            basis = np.zeros((len(some), width + 1, len(strengths)))
            np.put_along_axis(basis[:, :-1], members[:, :, None], 1.0, axis=2)
            basis[:, -1] = behind / total
            rates = np.exp(strengths)[members] / total
            yield derive(rates, basis, stages.sharing_counts[some])


def derive(rates: Array, basis: Array, counts: Array) -> tuple[Array, Array]:
    """Return the derivatives by those who share a place, and by all behind them together.

    `basis` turns them into derivatives by every player: a row for each of these variables.
    """
    exponents = np.minimum(rates[:, :, None] * MOMENTS, LARGE)
    weights = weigh_moments(exponents)[:, None]
    slopes = exponents / np.expm1(exponents)
    curves = slopes * (1 - slopes - exponents)
    last = np.broadcast_to(1 - MOMENTS, (len(rates), 1, len(MOMENTS)))
    slopes, curves = np.concatenate([slopes, last], 1), np.concatenate([curves, last], 1)
    weighted_slopes = weights * slopes
    mean, curve = weighted_slopes.sum(axis=2), (weights * curves).sum(axis=2)
    covariance = weighted_slopes @ slopes.transpose(0, 2, 1) - mean[:, :, None] * mean[:, None, :]
    covariance[:, -1, -1] -= 1  # the total rate behind depends on each strength there, too
    gradient = np.tensordot(counts[:, None] * mean, basis)
    flat = basis.reshape(-1, basis.shape[2])
    hessian = flat.T @ (counts[:, None, None] * (covariance @ basis)).reshape(flat.shape)
    return gradient, hessian + np.diag(np.tensordot(counts[:, None] * curve, basis))


def weigh_moments(exponents: Array) -> Array:
    """Return the share of each moment in the integral of each row."""
    logarithms = LOG_DENSITY + np.log(-np.expm1(-exponents)).sum(axis=1)
    weights: Array = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights
