from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from bunting_sdk.engine.types import FlagType, Reason

__all__ = ["Details", "EvaluationError", "FlagType", "FlagsStatus", "Json", "Reason"]

Json: TypeAlias = "dict[str, Any] | list[Any]"
"""What a ``json`` flag answers: an object or an array, which refuses to be changed."""

EvaluationError: TypeAlias = Literal["FLAG_NOT_FOUND", "TYPE_MISMATCH", "NOT_READY", "GENERAL"]
"""Why the fallback was given instead of what the flag says."""

FlagsStatus: TypeAlias = Literal["starting", "ready", "stale", "closed"]
"""``starting`` until there are flags, ``stale`` while they may be out of date, ``closed`` in the end."""

Value_co = TypeVar("Value_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Details(Generic[Value_co]):
    """An answer with its reasons."""

    value: Value_co
    reason: Reason
    rule_id: str | None = None
    """Of the rule that matched."""
    variant: str | None = None
    prerequisite: str | None = None
    """The flag that this one needs and that does not answer what it has to: this one is off because of it."""
    version: int | None = None
    """Of the flag's config."""
    is_static: bool | None = None
    """True where the flag has no rules, so that every user gets the same answer."""
    error: EvaluationError | None = None
    """Present where ``value`` is the caller's fallback."""
