from typing import Any, Final

from bunting_sdk.core.telemetry.tally import Counted, Life
from bunting_sdk.core.types import Details, FlagType
from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.types import UNREADABLE, EvaluationResult
from bunting_sdk.sent_items import SentFlag

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


class OutcomeOf(Life):
    """Renders the results of a flag, which it holds without the rest of the bundle."""

    __slots__ = ("flag", "key")

    def __init__(self, key: str, flag: SentFlag | None) -> None:
        super().__init__()
        self.key = key
        self.flag = flag

    def __call__(self, result: EvaluationResult) -> Outcome:
        flag = self.flag
        if result.reason == "ERROR" or flag is None:
            return Outcome(Details(None, "ERROR"), Counted(self.key, None, result, self))
        details = Details(*result, version=flag.version, is_static=flag.is_static)
        return Outcome(details, Counted(self.key, flag.id, result, self))


class LiveFlag:
    """A flag of the bundle, with its client safety and a counter of failed evaluations."""

    __slots__ = ("_failed", "_outcome_of", "client_safe", "compiled")

    def __init__(self, compiled: CompiledFlag, outcome_of: OutcomeOf) -> None:
        self.compiled = compiled
        flag = outcome_of.flag
        self.client_safe = flag is not None and flag.is_client_safe and not compiled.broken
        self._outcome_of = outcome_of
        self._failed: Counted | None = None

    @property
    def failed(self) -> Counted:
        """Made by the first failure. Concurrent threads may make two, whose counts add up."""
        if self._failed is None:
            flag = self._outcome_of.flag
            flag_id = None if flag is None or self.compiled.broken else flag.id
            self._failed = Counted(self.compiled.key, flag_id, UNREADABLE, self._outcome_of)
        return self._failed

    def retire(self) -> None:
        self._outcome_of.is_over = True
