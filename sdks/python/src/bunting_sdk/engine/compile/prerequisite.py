from collections.abc import Callable, Sequence
from typing import Any, Protocol

from bunting_sdk.engine.compile.outcome import Outcomes
from bunting_sdk.engine.evaluate.node import Node
from bunting_sdk.engine.types import EvaluationResult, Fields, FlagConfig
from bunting_sdk.engine.values.same_value import same_value


class Parent(Protocol):
    """A flag that others need, with its possible outcomes and the results they were made of."""

    @property
    def node(self) -> Node: ...

    @property
    def outcomes(self) -> Sequence[Any]: ...

    @property
    def results(self) -> Sequence[EvaluationResult]: ...


class CompiledPrerequisite:
    __slots__ = ("_met", "_parent", "_values", "unmet")

    def __init__(self, parent: Parent | None, values: Sequence[Any], unmet: Any) -> None:
        self._parent = parent
        self._values = values
        self._met: Sequence[Any] | None = None
        # The outcome if the prerequisite is not met.
        self.unmet = unmet

    @property
    def parent(self) -> Node | None:
        """None if the flag does not exist."""
        return None if self._parent is None else self._parent.node

    @property
    def met(self) -> Sequence[Any]:
        """The outcomes of the parent that meet the prerequisite, compared by identity.

        They are determined when code is generated, since compiling a flag must not compile the whole chain above it.
        """
        if self._met is None:
            parent = self._parent
            pairs = () if parent is None else zip(parent.results, parent.outcomes, strict=True)
            self._met = [outcome for result, outcome in pairs if _is_met(self._values, result)]
        return self._met


def compile_prerequisites(
    config: FlagConfig, outcomes: Outcomes, find: Callable[[str], Parent | None]
) -> list[CompiledPrerequisite]:
    def compiled(prerequisite: Fields) -> CompiledPrerequisite:
        key = prerequisite["flagKey"]
        unmet = outcomes.of_prerequisite(config["defaultValue"], key)
        return CompiledPrerequisite(find(key), prerequisite["values"], unmet)

    return [compiled(each) for each in config.get("prerequisites", ())]


def _is_met(values: Sequence[Any], result: EvaluationResult) -> bool:
    """Returns whether a result meets the prerequisite. A disabled flag never does."""
    return (
        result.reason != "DISABLED"
        and result.value is not None
        and any(same_value(value, result.value) for value in values)
    )
