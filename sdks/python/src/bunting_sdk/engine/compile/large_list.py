import base64
import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from bunting_sdk.engine.hash.utf8 import utf8
from bunting_sdk.engine.lists.hash_list import HashIndex, HashList


class LargeList(NamedTuple):
    """A list of units that is too large for a bundle, which only names its version."""

    list: str
    version: int
    size: int
    salt: bytes
    sha256: str


FindList: TypeAlias = Callable[[LargeList], HashList | None]
"""Returns a list in exactly the version that is named; None until it is loaded."""


def no_list(_named: LargeList) -> HashList | None:
    return None


def large_list_of(large: dict[str, Any]) -> LargeList:
    """Converts the fields of a bundle, which must be well-formed."""
    salt = base64.urlsafe_b64decode(large["salt"] + "==")
    return LargeList(large["list"], int(large["version"]), int(large["size"]), salt, large["sha256"])


def unit_hash(salt: bytes, unit: str) -> int:
    """Returns the first 64 bits of the SHA-256 of the list's salt and the unit."""
    return int.from_bytes(hashlib.sha256(salt + utf8(unit)).digest()[:8], "big")


class HashedIds:
    """The units of a large list, by their hashes."""

    __slots__ = ("_has", "_salt")

    def __init__(self, salt: bytes, hashes: HashList) -> None:
        self._salt = salt
        self._has = HashIndex(hashes).has

    def __contains__(self, unit: object) -> bool:
        return isinstance(unit, str) and self._has(unit_hash(self._salt, unit))
