"""Draws units like Bunting, or like the service that a flag was imported from."""

import hashlib
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from bunting_sdk.engine.hash.fnv1a import fnv1a_of_bytes, fnv1a_of_units
from bunting_sdk.engine.hash.murmur3 import murmur3, murmur3_of_bytes
from bunting_sdk.engine.hash.utf8 import utf8

Purpose: TypeAlias = float | None
"""None to draw whether a unit is in a rollout; for a distribution, the sum of the weights."""


class Draw(NamedTuple):
    """Draws a number for each unit, from 0 up to but not including ``of``. Shares are ranges of these numbers."""

    of: int
    draw: Callable[[str], int]


_TWO_32: Final = 2**32
_UNLEASH_SPLIT_SEED: Final = 86_028_157
_FLAGSMITH_BUCKETS: Final = 9_998
_FLAGD1_BUCKETS: Final = 2**31 - 1


def _finer(buckets: float, hash_of: Callable[[str], int]) -> Draw:
    """Draws like a service that takes a hash modulo ``buckets``.

    The drawn number is the bucket, refined by the quotient of the hash: so shares may be finer than a bucket, and the
    units of a bucket stay together.
    """
    parts = math.ceil(_TWO_32 / buckets)

    def draw(unit: str) -> int:
        drawn = hash_of(unit)
        return int((drawn % buckets) * parts + math.floor(drawn / buckets))

    return Draw(int(buckets * parts), draw)


def _launchdarkly(salt: str, _purpose: Purpose) -> Draw:
    # The first 13 hexadecimal digits of the hash.
    return Draw(2**52, lambda unit: int(hashlib.sha1(utf8(salt + unit), usedforsecurity=False).hexdigest()[:13], 16))


def _unleash(split_seed: int) -> Callable[[str, Purpose], Draw]:
    def draw_of(salt: str, purpose: Purpose) -> Draw:
        if purpose is None:
            return _finer(100, lambda unit: murmur3(salt + unit))
        return _finer(purpose, lambda unit: murmur3(salt + unit, split_seed))

    return draw_of


def _flagsmith(salt: str, _purpose: Purpose) -> Draw:
    def draw(unit: str) -> int:
        one = utf8(salt + unit)
        text = one
        while True:
            hashed = int.from_bytes(hashlib.md5(text, usedforsecurity=False).digest(), "big")
            bucket = hashed % (_FLAGSMITH_BUCKETS + 1)
            if bucket < _FLAGSMITH_BUCKETS:
                return bucket
            # One unit in 9,999 falls on the end of the range: hash the text again, repeated twice, three times, …
            text += b"," + one

    return Draw(_FLAGSMITH_BUCKETS, draw)


def _growthbook1(salt: str, _purpose: Purpose) -> Draw:
    return _finer(1_000, lambda unit: fnv1a_of_units(unit + salt))


def _growthbook2(salt: str, _purpose: Purpose) -> Draw:
    return _finer(10_000, lambda unit: fnv1a_of_units(str(fnv1a_of_units(salt + unit))))


def _flagd1(salt: str, _purpose: Purpose) -> Draw:
    def draw(unit: str) -> int:
        hashed = murmur3(salt + unit)
        signed = hashed if hashed < 2**31 else _TWO_32 - hashed
        # The two hashes at the end of the range belong to the last share.
        return min(signed, _FLAGD1_BUCKETS - 1)

    return Draw(_FLAGD1_BUCKETS, draw)


def _flagd2(salt: str, _purpose: Purpose) -> Draw:
    return Draw(_TWO_32, lambda unit: murmur3(salt + unit))


def _flagd3(salt: str, _purpose: Purpose) -> Draw:
    return Draw(_TWO_32, lambda unit: murmur3_of_bytes(_cbor(salt + unit)))


def _flagd3pair(salt: str, _purpose: Purpose) -> Draw:
    start = b"\x82" + _cbor(salt)
    return Draw(_TWO_32, lambda unit: murmur3_of_bytes(start + _cbor(unit)))


def _cbor(text: str) -> bytes:
    """Encodes a text as CBOR."""
    data = utf8(text)
    length = len(data)
    if length < 24:
        return bytes((0x60 + length,)) + data
    if length < 0x100:
        return bytes((0x78, length)) + data
    return bytes((0x79, length >> 8 & 0xFF, length & 0xFF)) + data


def _goff(salt: str, purpose: Purpose) -> Draw:
    of = 100_000 if purpose is None else math.floor(1_000 * purpose + 0.5)
    return Draw(of, lambda unit: fnv1a_of_bytes(utf8(salt + unit)) % of)


def _bunting(salt: str, _purpose: Purpose) -> Draw:
    seed = murmur3(salt)
    return Draw(_TWO_32, lambda unit: murmur3(unit, seed))


_HASHES: Final[dict[str, Callable[[str, Purpose], Draw]]] = {
    "launchdarkly": _launchdarkly,
    "unleash": _unleash(_UNLEASH_SPLIT_SEED),
    "unleash4": _unleash(0),
    "flagsmith": _flagsmith,
    "growthbook1": _growthbook1,
    "growthbook2": _growthbook2,
    "flagd1": _flagd1,
    "flagd2": _flagd2,
    "flagd3": _flagd3,
    "flagd3pair": _flagd3pair,
    "goff": _goff,
}
_SHARES: Final = _HASHES | {"bunting": _bunting}

HASH_KINDS: Final = tuple(_HASHES)
SHARE_KINDS: Final = tuple(_SHARES)


def draw_of(kind: str, salt: str, purpose: Purpose) -> Draw:
    return _SHARES[kind](salt, purpose)


_DECIMALS: Final = 1_000_000


def limit_of(of: int, part: float, whole: float) -> int:
    """Returns the first of ``of`` numbers after a share of ``part / whole``.

    Computed exactly, since floating point could be off by one.
    """
    return math.ceil(of * Fraction(_millionths(part), _millionths(whole)))


def _millionths(number: float) -> int:
    scaled = number * _DECIMALS
    floor = math.floor(scaled)
    return floor + (scaled - floor >= 0.5)
