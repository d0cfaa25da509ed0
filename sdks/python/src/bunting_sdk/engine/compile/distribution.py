import math
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate

from bunting_sdk.engine.compile.bucket import BUCKET_COUNT, bucket_of, round_half_up, variant_seed
from bunting_sdk.engine.compile.outcome import Outcomes
from bunting_sdk.engine.hash.draws import remember_units
from bunting_sdk.engine.types import Shares


def compile_distribution(
    flag_key: str, rule_id: str, distribution: Shares, variants: Outcomes
) -> Callable[[str], object | None]:
    """Returns a function that chooses the variant of a unit by its bucket.

    It returns None for every unit if any share names an unknown variant.
    """
    outcomes = [variants.of_variant(share["variant"], rule_id) for share in distribution]
    if None in outcomes or not outcomes:
        return lambda _unit: None
    borders = _borders_of(distribution)
    seed = variant_seed(flag_key, rule_id)
    # Of shares that end at the same bucket only the first has any buckets: `bisect_right` skips the others.
    bucket = remember_units(lambda unit: bucket_of(seed, unit))

    def choose(unit: str) -> object | None:
        at = bisect_right(borders, bucket(unit))
        return outcomes[at] if at < len(outcomes) else None

    return choose


def _borders_of(distribution: Shares) -> list[float]:
    """Returns the bucket at which each share ends: its cumulative weight as a fraction of all buckets, rounded.

    Weights near the largest number have borders that are infinite, or no numbers.
    """
    sums = list(accumulate((share["weight"] for share in distribution), initial=0))[1:]
    total = sums[-1]
    borders = [running * BUCKET_COUNT / total for running in sums]
    return [round_half_up(border) if math.isfinite(border) else border for border in borders]
