from collections.abc import Sequence
from typing import Final

from bunting_sdk.engine.config import config_limits
from bunting_sdk.engine.types import Condition

GROUP_NAMES: Final = ("all", "any", "none")
SHARE_OPERATOR: Final = "in_share"
SEGMENT_OPERATORS: Final = ("in_segment", "not_in_segment")


def group_name_of(condition: Condition) -> str | None:
    """Returns the operator of a group: ``all``, ``any`` or ``none``; None if the condition is not a group."""
    for name in GROUP_NAMES:
        if name in condition:
            return name
    return None


def is_of_segments(condition: Condition) -> bool:
    return condition.get("operator") in SEGMENT_OPERATORS


def is_of_share(condition: Condition) -> bool:
    return condition.get("operator") == SHARE_OPERATOR


def keys_of(condition: Condition) -> Sequence[str]:
    """Returns the segments that a condition names; none if its value is malformed."""
    value = condition.get("value")
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or len(value) > config_limits.SEGMENTS:
        return ()
    return value if all(isinstance(key, str) for key in value) else ()
