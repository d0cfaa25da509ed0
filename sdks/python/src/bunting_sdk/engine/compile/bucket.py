import math
from typing import Final

from bunting_sdk.engine.hash.murmur3 import murmur3

BUCKET_COUNT: Final = 100_000
_TWO_32: Final = 2**32


def rollout_seed(flag_key: str, rule_id: str) -> int:
    """Computes the seed of a rule at compile time, so that an evaluation hashes only the unit."""
    return murmur3(f"{flag_key}:{rule_id}")


def variant_seed(flag_key: str, rule_id: str) -> int:
    """Computes a seed other than the rollout's, so that changing a percentage moves no user between variants."""
    return murmur3(f"{flag_key}:{rule_id}:variant")


def bucket_of(seed: int, unit: str) -> int:
    """Returns the bucket of a unit, from 0 to 99,999."""
    return murmur3(unit, seed) * BUCKET_COUNT // _TWO_32


def threshold_of(rollout_percentage: float) -> int:
    """Returns the bucket that a rollout ends at: units in lower buckets are included."""
    return round_half_up(rollout_percentage * 1_000)


def end_of(threshold: int) -> int:
    """Returns the first hash whose bucket is not below the threshold. Comparing hashes saves computing the bucket."""
    return -(-threshold * _TWO_32 // BUCKET_COUNT)


def round_half_up(number: float) -> int:
    """Rounds half up: ``round`` rounds half to even, and adding 0.5 first is wrong for numbers just below a half."""
    floor = math.floor(number)
    return floor + (number - floor >= 0.5)
