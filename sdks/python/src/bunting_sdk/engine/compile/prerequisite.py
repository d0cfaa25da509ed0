from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, eq=False)
class CompiledPrerequisite:
    # None if the flag does not exist.
    parent: Node | None
    # The outcomes of the parent that meet the prerequisite, compared by identity.
    met: Sequence[Any]
    # The outcome if the prerequisite is not met.
    unmet: Any


def compile_prerequisites(
    config: FlagConfig, outcomes: Outcomes, find: Callable[[str], Parent | None]
) -> list[CompiledPrerequisite]:
    """Determines at compile time which outcomes of the parents meet the prerequisites."""
    return [_compile(each, config["defaultValue"], outcomes, find) for each in config.get("prerequisites", ())]


def _compile(
    prerequisite: Fields, default_value: Any, outcomes: Outcomes, find: Callable[[str], Parent | None]
) -> CompiledPrerequisite:
    key = prerequisite["flagKey"]
    unmet = outcomes.of_prerequisite(default_value, key)
    parent = find(key)
    if parent is None:
        return CompiledPrerequisite(None, (), unmet)
    pairs = zip(parent.results, parent.outcomes, strict=True)
    met = [outcome for result, outcome in pairs if _is_met(prerequisite["values"], result)]
    return CompiledPrerequisite(parent.node, met, unmet)


def _is_met(values: Sequence[Any], result: EvaluationResult) -> bool:
    """Returns whether a result meets the prerequisite. A disabled flag never does."""
    return (
        result.reason != "DISABLED"
        and result.value is not None
        and any(same_value(value, result.value) for value in values)
    )
