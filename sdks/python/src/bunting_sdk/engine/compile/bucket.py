import math
from typing import Final

from bunting_sdk.engine.hash.murmur3 import murmur3

BUCKET_COUNT: Final = 100_000
_TWO_32: Final = 2**32


def rollout_seed(flag_key: str, rule_id: str) -> int:
    """A rule's seed is known when it is compiled, so that only the unit is hashed when it is evaluated."""
    return murmur3(f"{flag_key}:{rule_id}")


def variant_seed(flag_key: str, rule_id: str) -> int:
    """Another seed than the rollout's, so that changing a percentage moves no user between variants."""
    return murmur3(f"{flag_key}:{rule_id}:variant")


def bucket_of(seed: int, unit: str) -> int:
    """0 to 99,999."""
    return murmur3(unit, seed) * BUCKET_COUNT // _TWO_32


def threshold_of(rollout_percentage: float) -> int:
    """A unit is in when its bucket is below this."""
    return round_half_up(rollout_percentage * 1_000)


def end_of(threshold: int) -> int:
    """The first hash whose bucket is not below the threshold: comparing hashes saves working out a bucket."""
    return -(-threshold * _TWO_32 // BUCKET_COUNT)


def round_half_up(number: float) -> int:
    """``round`` takes a half to the even side, and adding one half first goes wrong just below it."""
    floor = math.floor(number)
    return floor + (number - floor >= 0.5)
