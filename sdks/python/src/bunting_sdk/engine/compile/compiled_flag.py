from collections.abc import Callable, Sequence
from typing import Any

from bunting_sdk.engine.compile.flag_rules import DescribedFlag, FlagRules, Render
from bunting_sdk.engine.compile.prerequisite import CompiledPrerequisite
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.evaluate.experiment import Experiment
from bunting_sdk.engine.evaluate.node import Memo, Naming, Node
from bunting_sdk.engine.types import EvaluationResult


class CompiledFlag:
    """A flag that is evaluated often. Its rules are compiled by the first evaluation."""

    __slots__ = ("_rules", "broken", "evaluate", "experiment", "key", "may_expose", "node", "parents")

    # Evaluates the flag alone. The first call generates the code, which replaces this attribute.
    evaluate: Callable[[Context], Any]
    # Whether an evaluation may expose to an experiment of this flag, or of one that it needs.
    may_expose: bool

    def __init__(
        self,
        key: str,
        rules: FlagRules,
        naming: Naming,
        experiment: Experiment | None = None,
        needed: Sequence["CompiledFlag | None"] = (),
    ) -> None:
        self.key = key
        self._rules = rules
        self.node = Node(naming, rules)
        # True if the flag, or something that it needs, is malformed: it evaluates to an error.
        self.broken = rules.are_broken
        self.experiment = experiment
        # The prerequisites; empty if none of them may expose.
        self.parents = needed if needed and _may_expose(needed) else ()
        self.may_expose = bool(self.parents) or (experiment is not None and experiment.event is None)
        self.evaluate = self._evaluate_first

    def _evaluate_first(self, context: Context) -> Any:
        self.evaluate = self.node.alone()
        return self.evaluate(context)

    @property
    def outcomes(self) -> Sequence[Any]:
        return self._rules.outcomes.all

    @property
    def results(self) -> Sequence[EvaluationResult]:
        return self._rules.outcomes.results

    @property
    def prerequisites(self) -> Sequence[CompiledPrerequisite]:
        return self._rules.rules.prerequisites

    def evaluate_in(self, context: Context, memo: Memo) -> Any:
        """Evaluates the flag as one of several for the same context, which share results by ``memo``."""
        return self.node.answer_in(context, memo)


def _may_expose(flags: Sequence[CompiledFlag | None]) -> bool:
    return any(flag is not None and flag.may_expose for flag in flags)


def compile_flag(
    key: str,
    item: DescribedFlag,
    naming: Naming,
    needs: Sequence[CompiledFlag | Node | None],
    render: Render,
) -> CompiledFlag:
    needed: Sequence[CompiledFlag | None] = ()
    if item.is_enabled and item.references:
        pairs = zip(item.references, needs, strict=True)
        needed = [None if isinstance(need, Node) else need for (kind, _), need in pairs if kind == "flag"]
    return CompiledFlag(key, FlagRules(key, item, needs, render), naming, item.experiment, needed)


def broken_flag(key: str, render: Render) -> CompiledFlag:
    """Returns a flag that evaluates to an error, for one that is malformed; other flags are not affected."""
    return CompiledFlag(key, FlagRules(key, None, (), render), Naming((), False))
