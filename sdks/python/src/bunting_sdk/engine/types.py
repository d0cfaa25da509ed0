"""The types of configs, as parsed from JSON, and of results."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

FlagType: TypeAlias = Literal["boolean", "string", "number", "json"]
Reason: TypeAlias = Literal["DISABLED", "RULE_MATCH", "ROLLOUT", "DEFAULT", "FLAG_NOT_FOUND", "ERROR"]

# Well-formed configs: `config/well_formed.py` has checked their fields.
Fields: TypeAlias = Mapping[str, Any]
FlagConfig: TypeAlias = Fields
Rule: TypeAlias = Fields
Condition: TypeAlias = Fields
Segment: TypeAlias = Fields
Shares: TypeAlias = Sequence[Fields]


class EvaluationResult(NamedTuple):
    """The result of an evaluation, and its reason."""

    value: Any
    reason: Reason
    rule_id: str | None = None
    variant: str | None = None
    # The first prerequisite that is not met, because of which the flag is off.
    prerequisite: str | None = None


FLAG_NOT_FOUND: Final = EvaluationResult(None, "FLAG_NOT_FOUND")

# The result of a flag that this engine cannot read, or that depends on one.
UNREADABLE: Final = EvaluationResult(None, "ERROR")
