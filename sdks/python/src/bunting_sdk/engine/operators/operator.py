from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Operator:
    """How a condition compares an attribute with its value."""

    name: str
    # Whether a condition's value can be read.
    is_readable: Callable[[Any], bool]
    # Prepares the value that `holds` compares with, once. Only called with a value that can be read.
    prepare: Callable[[Any], Any]
    # Whether an attribute that is no list meets the condition, whatever it holds.
    holds: Callable[[Any, Any], bool]
    # Whether a condition may have `ignoreCase`.
    is_foldable: bool = False
    # Whether the country that a proxy told is read where the attribute is missing.
    reads_proxy_country: bool = False


# Stands for a value that cannot be read: it never matches.
NEVER = Operator("never", lambda _: True, lambda _: None, lambda _actual, _expected: False)
