from typing import Any

from bunting_sdk.engine.compile.condition import CompiledCondition, condition_holds
from bunting_sdk.engine.compile.rollout import roll_out
from bunting_sdk.engine.compile.rule import CompiledRule, CompiledRules
from bunting_sdk.engine.compile.unit import unit_of
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.evaluate.node import Memo
from bunting_sdk.engine.hash.hashed_rollout import roll_out_hashed


def interpret(rules: CompiledRules, context: Context, memo: Memo) -> Any:
    """Evaluates rules without generated code, with exactly the same results."""
    for prerequisite in rules.prerequisites:
        parent = prerequisite.parent
        answer = None if parent is None else parent.answer(context, memo)
        if not any(answer is each for each in prerequisite.met):
            return prerequisite.unmet
    if rules.id_lists:
        unit = unit_of(rules.unit, context)
        for ids, outcome in rules.id_lists:
            if unit in ids:
                return outcome

    def holds(condition: CompiledCondition) -> bool:
        return condition_holds(condition, context, memo)

    for rule in rules.rules:
        if not rule.conditions or (any if rule.is_any else all)(map(holds, rule.conditions)):
            outcome = _answer_of(rule, context)
            if outcome is not None:
                return outcome
    return rules.by_default


def _answer_of(rule: CompiledRule, context: Context) -> Any:
    """Returns the outcome of a rule whose conditions hold; None if the next rule must be tried."""
    if rule.hashed is not None:
        return roll_out_hashed(rule.hashed, context)
    return rule.outcome if rule.rollout is None else roll_out(rule.rollout, context)
