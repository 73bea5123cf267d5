from typing import Any

__all__ = ["exact_mean", "exact_nanmean", "exact_nansum", "exact_sum"]

# Aggregations of flox, which has no types of its own.
exact_mean: Any
exact_nanmean: Any
exact_nansum: Any
exact_sum: Any
