"""What configs and results are made of, as they come out of JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

FlagType: TypeAlias = Literal["boolean", "string", "number", "json"]
Reason: TypeAlias = Literal["DISABLED", "RULE_MATCH", "ROLLOUT", "DEFAULT", "FLAG_NOT_FOUND", "ERROR"]

# Configs that were found to be well-formed: their fields are what `config/well_formed.py` says.
Fields: TypeAlias = Mapping[str, Any]
FlagConfig: TypeAlias = Fields
Rule: TypeAlias = Fields
Condition: TypeAlias = Fields
Segment: TypeAlias = Fields
Shares: TypeAlias = Sequence[Fields]


class EvaluationResult(NamedTuple):
    """What a flag answers, and why."""

    value: Any
    reason: Reason
    rule_id: str | None = None
    variant: str | None = None
    # The first that does not hold: the flag is off because of it.
    prerequisite: str | None = None


FLAG_NOT_FOUND: Final = EvaluationResult(None, "FLAG_NOT_FOUND")

# Of a flag that this engine cannot read, whole or in part: what it would answer is not known.
UNREADABLE: Final = EvaluationResult(None, "ERROR")
