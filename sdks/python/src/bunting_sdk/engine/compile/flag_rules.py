from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from bunting_sdk.engine.compile.outcome import Outcomes
from bunting_sdk.engine.compile.rule import CompiledRules, Find, compile_rules
from bunting_sdk.engine.config.references import Reference
from bunting_sdk.engine.evaluate.codegen import Asker
from bunting_sdk.engine.evaluate.experiment import Experiment
from bunting_sdk.engine.types import UNREADABLE, EvaluationResult, FlagConfig

Render: TypeAlias = Callable[[EvaluationResult], Any]
"""Converts a possible result of a flag to the caller's form."""


class DescribedFlag(Protocol):
    """A well-formed flag of the bundle."""

    @property
    def is_enabled(self) -> bool: ...

    @property
    def references(self) -> Sequence[Reference]: ...

    @property
    def experiment(self) -> Experiment | None: ...

    def config(self) -> FlagConfig: ...


class _Made(NamedTuple):
    rules: CompiledRules
    outcomes: Outcomes


class FlagRules(Asker):
    """The rules of a flag and its possible outcomes, compiled when they are first needed.

    A process rarely asks for all flags of a bundle, and reading one takes a fraction of the time without their rules.
    """

    __slots__ = ("_item", "_key", "_made", "_needs", "_render")

    def __init__(
        self,
        key: str,
        item: DescribedFlag | None,
        needs: Sequence[Any],
        render: Render,
    ) -> None:
        super().__init__()
        self._key = key
        # None if the flag is malformed, which is found when it arrives.
        self._item = item
        # What the config's references are. Looked up on arrival: the bundle may have changed since.
        self._needs = needs
        self._render = render
        self._made: dict[str, _Made] = {}

    @property
    def are_broken(self) -> bool:
        return self._item is None

    @property
    def rules(self) -> CompiledRules:
        return self._get().rules

    @property
    def outcomes(self) -> Outcomes:
        return self._get().outcomes

    def _get(self) -> _Made:
        made = self._made.get(self._key)
        # If two threads race here, both get the same outcomes: prerequisites compare them by identity.
        return made if made is not None else self._made.setdefault(self._key, self._make())

    def _make(self) -> _Made:
        if self._item is None:
            outcomes = Outcomes({}, self._render)
            return _Made(CompiledRules((), outcomes.of_result(UNREADABLE)), outcomes)
        config = self._item.config()
        outcomes = Outcomes(config, self._render)
        find = Find.among(self._item.references, self._needs)
        return _Made(compile_rules(self._key, config, outcomes, find), outcomes)
