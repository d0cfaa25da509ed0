from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bunting_sdk.engine.compile.condition import CompiledCondition, FindSegment, compile_condition
from bunting_sdk.engine.compile.outcome import Outcomes
from bunting_sdk.engine.compile.prerequisite import CompiledPrerequisite, Parent, compile_prerequisites
from bunting_sdk.engine.compile.rollout import Rollout, compile_rollout
from bunting_sdk.engine.compile.unit import Read
from bunting_sdk.engine.config.references import Reference
from bunting_sdk.engine.hash.draws import Draws
from bunting_sdk.engine.hash.hashed_rollout import HashedRollout, compile_hashed_rollout
from bunting_sdk.engine.types import FlagConfig, Rule


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRule:
    is_any: bool
    conditions: Sequence[CompiledCondition]
    # Selects among the units that meet the conditions; `hashed` draws them like another service does.
    rollout: Rollout | None = None
    hashed: HashedRollout | None = None
    # The outcome for all units without a rollout; None if the rule has none.
    outcome: Any = None


class IdList(NamedTuple):
    """Units with a fixed outcome, which takes precedence over the rules."""

    ids: Container[str]
    outcome: Any


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRules:
    rules: Sequence[CompiledRule]
    by_default: Any
    prerequisites: Sequence[CompiledPrerequisite] = ()
    # The unit and the lists of a segment. Lists come before the rules, and the first list before the others.
    unit: Read | None = None
    id_lists: Sequence[IdList] = ()
    # The users of a segment that is just a list of users.
    only_users: Container[str] | None = None

    @property
    def are_constant(self) -> bool:
        """Whether the outcome is the same for every context."""
        return not self.rules and not self.prerequisites and not self.id_lists


class Find(NamedTuple):
    """Finds the segments and flags that a config names. A missing flag is a prerequisite that is not met."""

    segment: FindSegment
    flag: Callable[[str], Parent | None]

    @staticmethod
    def among(references: Sequence[Reference], needs: Sequence[Any]) -> "Find":
        """Finds what was looked up before, for each reference."""
        found = dict(zip(references, needs, strict=True))
        return Find(lambda key: found[Reference("segment", key)], lambda key: found[Reference("flag", key)])


def compile_rules(flag_key: str, config: FlagConfig, outcomes: Outcomes, find: Find) -> CompiledRules:
    """Compiles the enabled rules, and the outcome for contexts that no rule matches."""
    by_default = outcomes.of_value(config["defaultValue"], "DEFAULT" if config["enabled"] else "DISABLED")
    if not config["enabled"]:
        return CompiledRules((), by_default)
    draws = Draws()
    return CompiledRules(
        [_compile_rule(flag_key, rule, outcomes, find.segment, draws) for rule in config["rules"] if rule["enabled"]],
        by_default,
        compile_prerequisites(config, outcomes, find.flag),
    )


def _compile_rule(flag_key: str, rule: Rule, outcomes: Outcomes, find: FindSegment, draws: Draws) -> CompiledRule:
    hashed = compile_hashed_rollout(rule, outcomes, draws) if "hash" in rule else None
    rollout = None if hashed else compile_rollout(flag_key, rule, outcomes)
    is_plain = hashed is None and rollout is None and "value" in rule
    return CompiledRule(
        rule["conditionOperator"] == "OR",
        [compile_condition(condition, find, draws) for condition in rule["conditions"]],
        rollout,
        hashed,
        outcomes.of_value(rule["value"], "RULE_MATCH", rule["id"]) if is_plain else None,
    )


def compile_segment_rule(rule: Rule, find: FindSegment, draws: Draws) -> CompiledRule:
    """Compiles a rule of a segment, which has conditions and no value."""
    conditions = [compile_condition(condition, find, draws) for condition in rule["conditions"]]
    return CompiledRule(rule["conditionOperator"] == "OR", conditions, outcome=True)
