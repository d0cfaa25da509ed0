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

    # By itself. It makes its code when it is asked for the first time, and is that code from then on.
    evaluate: Callable[[Context], Any]

    def __init__(
        self, key: str, node: Node, outcomes: Sequence[Any], results: Sequence[EvaluationResult], *, broken: bool
    ) -> None:
        self.key = key
        self.node = node
        # It answers with an error, since it, or something that it needs, cannot be read.
        self.broken = broken
        self.outcomes = outcomes
        self.results = results
        self.experiment: Experiment | None = None
        # Whether evaluations of it may expose to an experiment: its own, or that of a flag that it needs.
        self.may_expose = False
        # The flags that it needs, and which of their outcomes will do; nothing where none of them exposes.
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
        """As one of several flags of one evaluation, all for the same context."""
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
    """A flag that cannot be read answers with an error; the others are not affected."""
    outcome = render(key, UNREADABLE)
    return CompiledFlag(key, Node(Naming((), False), ConstantAsker(outcome)), [outcome], [UNREADABLE], broken=True)
