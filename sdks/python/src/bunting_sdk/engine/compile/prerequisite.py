from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bunting_sdk.engine.compile.outcome import Outcomes
from bunting_sdk.engine.evaluate.node import Node
from bunting_sdk.engine.types import EvaluationResult, Fields, FlagConfig
from bunting_sdk.engine.values.same_value import same_value


class Parent(Protocol):
    """A flag that others need: everything that it can answer, and what each of that was made of."""

    @property
    def node(self) -> Node: ...

    @property
    def outcomes(self) -> Sequence[Any]: ...

    @property
    def results(self) -> Sequence[EvaluationResult]: ...


@dataclass(frozen=True, slots=True, eq=False)
class CompiledPrerequisite:
    # None for a flag that is not there.
    parent: Node | None
    # The outcomes that the parent has to answer: these very objects.
    met: Sequence[Any]
    # The outcome where it answers something else.
    unmet: Any


def compile_prerequisites(
    config: FlagConfig, outcomes: Outcomes, find: Callable[[str], Parent | None]
) -> list[CompiledPrerequisite]:
    """Which of the parent's outcomes will do is known at compile time."""
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
    """Whether a flag's answer is one that is needed. One that is off answers nothing that counts."""
    return (
        result.reason != "DISABLED"
        and result.value is not None
        and any(same_value(value, result.value) for value in values)
    )
