from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from bunting_sdk.engine.compile.outcome import Outcomes
from bunting_sdk.engine.compile.rule import CompiledRules, Find, compile_rules
from bunting_sdk.engine.config.references import Reference
from bunting_sdk.engine.types import UNREADABLE, EvaluationResult, FlagConfig

Render: TypeAlias = Callable[[EvaluationResult], Any]
"""Converts a possible result of a flag to the caller's form."""


class _Made(NamedTuple):
    rules: CompiledRules
    outcomes: Outcomes


class FlagRules:
    """The rules of a flag and its possible outcomes, compiled when they are first needed.

    A process rarely asks for all flags of a bundle, and reading one takes a fraction of the time without their rules.
    """

    __slots__ = ("_config", "_key", "_made", "_needs", "_references", "_render")

    def __init__(
        self,
        key: str,
        config: FlagConfig | None,
        references: Sequence[Reference],
        needs: Sequence[Any],
        render: Render,
    ) -> None:
        self._key = key
        # None if the flag is malformed, which is found when it arrives.
        self._config = config
        # What the config names, and what that is. Looked up on arrival: the bundle may have changed since.
        self._references = references
        self._needs = needs
        self._render = render
        self._made: dict[str, _Made] = {}

    @property
    def are_broken(self) -> bool:
        return self._config is None

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
        outcomes = Outcomes(self._config or {}, self._render)
        if self._config is None:
            return _Made(CompiledRules((), outcomes.of_result(UNREADABLE)), outcomes)
        find = Find.among(self._references, self._needs)
        return _Made(compile_rules(self._key, self._config, outcomes, find), outcomes)
