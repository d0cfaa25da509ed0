from typing import Any, Final

from bunting_sdk.core.telemetry.tally import Counted, Life
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


class OutcomeOf:
    """Renders the results of a flag, which it holds without the rest of the bundle."""

    __slots__ = ("flag", "key", "life")

    def __init__(self, key: str, flag: Any) -> None:
        self.key = key
        self.flag = flag
        self.life = Life()

    def __call__(self, result: EvaluationResult) -> Outcome:
        if result.reason == "ERROR":
            return Outcome(Details(None, "ERROR"), Counted(self.key, None, result, self.life))
        config = self.flag["config"]
        is_static = config["enabled"] and "prerequisites" not in config and not any(_enabled(config["rules"]))
        details = Details(*result, version=config["version"], is_static=is_static)
        return Outcome(details, Counted(self.key, self.flag["id"], result, self.life))


def _enabled(rules: list[dict[str, Any]]) -> list[bool]:
    return [rule["enabled"] for rule in rules]


class LiveFlag:
    """A flag of the bundle, with its client safety and a counter of failed evaluations."""

    __slots__ = ("_outcome_of", "client_safe", "compiled", "failed")

    def __init__(self, compiled: CompiledFlag, outcome_of: OutcomeOf) -> None:
        flag = outcome_of.flag
        about = {} if compiled.broken or not isinstance(flag, dict) else flag
        self.compiled = compiled
        self.client_safe = about.get("clientSafe") is True
        self.failed = Counted(compiled.key, about.get("id"), UNREADABLE, outcome_of.life)
        self._outcome_of = outcome_of

    def retire(self) -> None:
        self._outcome_of.life.is_over = True
