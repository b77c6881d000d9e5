"""Totals, closeness and ranks for many draws of weights at once (numpy float64)."""

import numpy as np
from numpy.typing import NDArray

type Floats = NDArray[np.float64]
type Whole = NDArray[np.int64]

# Binary floats carry a total of 100 to some 14 digits; a step here is 5E-10 of a point,
# and a total with its column has to fit in 63 bits.
_STEPS = 2e9
_BLOCK = 256


def weighted_sums(rows: Floats, weights: Floats) -> Floats:
    """Return the totals of all rows (by column) for each draw of weights (by row).

    Formula: weights · rowsᵀ. Source: `scoring.mcda.weighted_sum`.

    >>> weighted_sums(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([[0.75, 0.25]]))
    array([[0.75, 0.5 ]])
    """
    return weights @ rows.T


def topsis_closeness(rows: Floats, costs: NDArray[np.bool_], weights: Floats) -> Floats:
    """Return the TOPSIS closeness of all rows for each draw of weights.

    Idea: the ideal point scales with the weights, so both squared distances are
    products of squared weights with a matrix that is the same in every draw. Formula:
    `scoring.mcda.second_opinions.topsis`. Source: as there.

    >>> rows, costs = np.array([[3.0], [4.0]]), np.array([False])
    >>> topsis_closeness(rows, costs, np.array([[1.0]]))
    array([[0., 1.]])
    """
    shares = rows / np.sqrt((rows**2).sum(axis=0))
    shares = np.where(costs, 1 - shares, shares)
    squared = weights**2
    from_best = np.sqrt(squared @ ((shares - shares.max(axis=0)) ** 2).T)
    from_worst = np.sqrt(squared @ ((shares - shares.min(axis=0)) ** 2).T)
    whole = from_best + from_worst
    closeness: Floats = np.full_like(whole, 0.5)
    np.divide(from_worst, whole, out=closeness, where=whole > 0)
    return closeness


def ranks(totals: Floats) -> Whole:
    """Return competition ranks within each draw, the highest total first.

    Idea: in blocks that stay in the processor's cache, a total and its column are one
    whole number, which sorts twice as fast as an index does. Totals closer than 5E-10
    are level, further apart than 1E-9 never. Formula: rank = 1 + number strictly
    before (1, 2, 2, 4). Source: `scoring.mcda.ranking`.

    >>> ranks(np.array([[88.0, 80.0, 80.0, 70.0]]))
    array([[1, 2, 2, 4]])
    """
    found = np.empty(totals.shape, dtype=np.int64)
    count = totals.shape[1]
    bits = count.bit_length()
    columns, rows = np.arange(count), np.arange(_BLOCK)[:, None]
    for start in range(0, len(totals), _BLOCK):
        block = totals[start : start + _BLOCK]
        keys = np.rint(block * -_STEPS).astype(np.int64)
        keys <<= bits
        keys |= columns
        keys.sort(axis=1)
        places = found[start : start + _BLOCK]
        places[rows[: len(block)], keys & ((1 << bits) - 1)] = _places(keys >> bits)
    return found


def _places(steps: Whole) -> Whole:
    """Number sorted totals; a level group has the place of its first."""
    places = np.broadcast_to(np.arange(1, steps.shape[1] + 1), steps.shape)
    is_level = steps[:, 1:] - steps[:, :-1] <= 1
    if not is_level.any():
        return places
    starts = places.copy()
    starts[:, 1:][is_level] = 0
    return np.maximum.accumulate(starts, axis=1)


def acceptability(totals: Floats) -> Floats:
    """Return the share of draws in which each candidate (row) has each rank (column).

    Idea: a group of k level candidates shares the k ranks it fills, so that every row
    and every column sums to 1. Source: Lahdelma and Salminen, Operations Research
    49(3), 2001 (rank acceptability index).

    >>> acceptability(np.array([[2.0, 1.0, 1.0], [3.0, 2.0, 1.0]]))
    array([[1.  , 0.  , 0.  ],
           [0.  , 0.75, 0.25],
           [0.  , 0.25, 0.75]])
    """
    draws, count = totals.shape
    found = ranks(totals)
    shares: Floats = np.zeros((count, count))
    sizes = np.zeros((draws, count + 1), dtype=np.int64)
    np.add.at(sizes, (np.arange(draws)[:, None], found), 1)
    size = np.take_along_axis(sizes, found, axis=1)
    for candidate in range(count):
        for level in np.unique(size[:, candidate]):
            rows = size[:, candidate] == level
            firsts = np.bincount(found[rows, candidate] - 1, minlength=count)
            for offset in range(level):
                shares[candidate, offset:] += firsts[: count - offset] / level
    shares /= draws
    return shares
