from typing import Any, Final

from bunting_sdk.core.telemetry.tally import Counted
from bunting_sdk.core.types import Details, FlagType
from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.types import UNREADABLE, EvaluationResult

_TYPES: Final[dict[type, FlagType]] = {bool: "boolean", str: "string", int: "number", float: "number"}


class Outcome:
    """A possible result of a flag, made when the flag is compiled."""

    __slots__ = ("counted", "details", "type", "value")

    def __init__(self, details: Details[Any], counted: Counted) -> None:
        self.details = details
        self.value = details.value
        self.counted = counted
        # None if the flag has no value to return.
        self.type: FlagType | None = None if details.value is None else _TYPES.get(type(details.value), "json")


def outcome_of(key: str, result: EvaluationResult, flag: Any) -> Outcome:
    if result.reason == "ERROR":
        return Outcome(Details(None, "ERROR"), Counted(key, None, result))
    config = flag["config"]
    is_static = config["enabled"] and "prerequisites" not in config and not any(_enabled(config["rules"]))
    details = Details(*result, version=config["version"], is_static=is_static)
    return Outcome(details, Counted(key, flag["id"], result))


def _enabled(rules: list[dict[str, Any]]) -> list[bool]:
    return [rule["enabled"] for rule in rules]


class LiveFlag:
    """A flag of the bundle, with its client safety and a counter of failed evaluations."""

    __slots__ = ("client_safe", "compiled", "failed")

    def __init__(self, key: str, compiled: CompiledFlag, flag: Any) -> None:
        about = {} if compiled.broken or not isinstance(flag, dict) else flag
        self.compiled = compiled
        self.client_safe = about.get("clientSafe") is True
        self.failed = Counted(key, about.get("id"), UNREADABLE)

    def retire(self) -> None:
        self.failed.is_retired = True
        for outcome in self.compiled.outcomes:
            outcome.counted.is_retired = True
