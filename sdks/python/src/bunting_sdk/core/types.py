from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from bunting_sdk.engine.types import FlagType, Reason

__all__ = ["Details", "EvaluationError", "FlagType", "FlagsStatus", "Json", "Reason"]

Json: TypeAlias = "dict[str, Any] | list[Any]"
"""The value of a ``json`` flag: a read-only object or array."""

EvaluationError: TypeAlias = Literal["FLAG_NOT_FOUND", "TYPE_MISMATCH", "NOT_READY", "GENERAL"]
"""The reason why an evaluation returned the fallback."""

FlagsStatus: TypeAlias = Literal["starting", "ready", "stale", "closed"]
"""``starting`` until the first flags arrive, ``stale`` while they may be out of date, ``closed`` after ``close``."""

Value_co = TypeVar("Value_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Details(Generic[Value_co]):
    """The result of an evaluation: the value, and why the flag returned it."""

    value: Value_co
    reason: Reason
    rule_id: str | None = None
    """The id of the rule that matched."""
    variant: str | None = None
    prerequisite: str | None = None
    """The key of the prerequisite that is not met, because of which the flag is off."""
    version: int | None = None
    """The version of the flag's config."""
    is_static: bool | None = None
    """True if the flag has no rules, so that every user gets the same value."""
    error: EvaluationError | None = None
    """Set if ``value`` is the caller's fallback."""
