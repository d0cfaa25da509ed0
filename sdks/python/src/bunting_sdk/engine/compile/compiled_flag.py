from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

from bunting_sdk.engine.compile.outcome import Outcomes
from bunting_sdk.engine.compile.rule import Find, compile_rules
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.evaluate.codegen import Asker, ConstantAsker
from bunting_sdk.engine.evaluate.experiment import Experiment
from bunting_sdk.engine.evaluate.node import Memo, Naming, Node
from bunting_sdk.engine.types import UNREADABLE, EvaluationResult, FlagConfig

Render: TypeAlias = Callable[[str, EvaluationResult], Any]


class CompiledFlag:
    """A flag that is compiled once and evaluated often."""

    __slots__ = ("broken", "evaluate", "experiment", "key", "may_expose", "node", "outcomes", "parents", "results")

    # Evaluates the flag alone. The first call generates the code, which replaces this attribute.
    evaluate: Callable[[Context], Any]

    def __init__(
        self, key: str, node: Node, outcomes: Sequence[Any], results: Sequence[EvaluationResult], *, broken: bool
    ) -> None:
        self.key = key
        self.node = node
        # True if the flag, or something that it needs, is malformed: it evaluates to an error.
        self.broken = broken
        self.outcomes = outcomes
        self.results = results
        self.experiment: Experiment | None = None
        # Whether an evaluation may expose to an experiment of this flag, or of one that it needs.
        self.may_expose = False
        # The prerequisites, each with the outcomes that meet it; empty if none of them may expose.
        self.parents: Sequence[tuple[CompiledFlag | None, Sequence[Any]]] = ()
        self.evaluate = self._evaluate_first

    def _evaluate_first(self, context: Context) -> Any:
        self.evaluate = self.node.alone()
        return self.evaluate(context)

    def expose(
        self, experiment: Experiment | None, needed: Sequence[tuple["CompiledFlag | None", Sequence[Any]]]
    ) -> None:
        self.experiment = experiment
        if any(parent is not None and parent.may_expose for parent, _ in needed):
            self.parents = needed
        self.may_expose = bool(self.parents) or (experiment is not None and experiment.event is None)

    def evaluate_in(self, context: Context, memo: Memo) -> Any:
        """Evaluates the flag as one of several for the same context, which share results by ``memo``."""
        return self.node.answer_in(context, memo)


def compile_flag(
    key: str, config: FlagConfig, experiment: Experiment | None, naming: Naming, find: Find, render: Render
) -> CompiledFlag:
    outcomes = Outcomes(config, lambda result: render(key, result))
    rules = compile_rules(key, config, outcomes, find)
    is_constant = not rules.prerequisites and not rules.rules
    node = Node(naming, ConstantAsker(rules.by_default) if is_constant else Asker(rules))
    flag = CompiledFlag(key, node, outcomes.all, outcomes.results, broken=False)
    needed = config.get("prerequisites", ()) if rules.prerequisites else ()
    parents = cast("list[CompiledFlag | None]", [find.flag(each["flagKey"]) for each in needed])
    met = [each.met for each in rules.prerequisites]
    flag.expose(experiment, list(zip(parents, met, strict=True)))
    return flag


def broken_flag(key: str, render: Render) -> CompiledFlag:
    """Returns a flag that evaluates to an error, for one that is malformed; other flags are not affected."""
    outcome = render(key, UNREADABLE)
    return CompiledFlag(key, Node(Naming((), False), ConstantAsker(outcome)), [outcome], [UNREADABLE], broken=True)
