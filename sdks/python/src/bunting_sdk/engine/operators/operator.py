from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Operator:
    """How a condition compares an attribute with its value."""

    name: str
    # Whether the value of a condition is valid.
    is_readable: Callable[[Any], bool]
    # Prepares the value for `holds`, once. Only called with a valid value.
    prepare: Callable[[Any], Any]
    # Whether an attribute of any type other than a list meets the condition.
    holds: Callable[[Any, Any], bool]
    # Whether a condition may have `ignoreCase`.
    is_foldable: bool = False
    # Whether a missing attribute is replaced by the country that a proxy reported.
    reads_proxy_country: bool = False


# Replaces an operator whose value is invalid: it never matches.
NEVER = Operator("never", lambda _: True, lambda _: None, lambda _actual, _expected: False)
