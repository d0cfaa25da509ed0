from collections.abc import Callable
from typing import Any

from bunting_sdk.engine.types import EvaluationResult, FlagConfig, Reason
from bunting_sdk.engine.values.frozen import frozen
from bunting_sdk.engine.values.same_value import same_value

# The variants of a boolean flag in a distribution, since it has none of its own.
_BOOLEAN_VARIANTS = {"true": True, "false": False}


class Outcomes:
    """Makes a flag's possible outcomes when it is compiled, so that an evaluation creates none."""

    def __init__(self, config: FlagConfig, render: Callable[[EvaluationResult], Any]) -> None:
        self._variants = config.get("variants", ())
        self._is_boolean = isinstance(config.get("defaultValue"), bool)
        self._render = render
        # The possible results, and the outcomes that `render` made of them, in the same order.
        self.results: list[EvaluationResult] = []
        self.all: list[Any] = []

    def of_value(self, value: Any, reason: Reason, rule_id: str | None = None) -> Any:
        return self.of_result(EvaluationResult(frozen(value), reason, rule_id, self._variant_of(value)))

    def of_variant(self, key: str, rule_id: str) -> Any:
        """Returns the outcome for a variant; None if the flag has no such variant."""
        value = _BOOLEAN_VARIANTS.get(key) if self._is_boolean else self._value_of(key)
        return None if value is None else self.of_result(EvaluationResult(frozen(value), "ROLLOUT", rule_id, key))

    def of_prerequisite(self, value: Any, prerequisite: str) -> Any:
        """Returns the outcome for a prerequisite that is not met."""
        result = EvaluationResult(frozen(value), "DISABLED", None, self._variant_of(value), prerequisite)
        return self.of_result(result)

    def of_result(self, result: EvaluationResult) -> Any:
        outcome = self._render(result)
        self.results.append(result)
        self.all.append(outcome)
        return outcome

    def _variant_of(self, value: Any) -> str | None:
        for variant in self._variants:
            if same_value(variant["value"], value):
                key: str = variant["key"]
                return key
        return None

    def _value_of(self, key: str) -> Any:
        for variant in self._variants:
            if variant["key"] == key:
                return variant["value"]
        return None
