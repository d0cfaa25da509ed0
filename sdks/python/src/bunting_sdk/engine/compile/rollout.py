from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bunting_sdk.engine.compile.attribute import read_attribute
from bunting_sdk.engine.compile.bucket import end_of, rollout_seed, threshold_of
from bunting_sdk.engine.compile.distribution import compile_distribution
from bunting_sdk.engine.compile.outcome import Outcomes
from bunting_sdk.engine.compile.unit import Read, unit_of
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.hash.draws import remember_units
from bunting_sdk.engine.hash.murmur3 import murmur3
from bunting_sdk.engine.types import Rule


@dataclass(frozen=True, slots=True)
class Rollout:
    """The rollout of a rule, its distribution, or both."""

    bucket_by: Read | None
    # Hashes a unit; None for a distribution without a percentage.
    draw: Callable[[str], int] | None
    # The first hash outside of the rollout.
    end: int
    # The outcome for all units inside; None if `choose` selects it.
    outcome: Any
    choose: Callable[[str], Any] | None


def compile_rollout(flag_key: str, rule: Rule, outcomes: Outcomes) -> Rollout | None:
    percentage, distribution = rule.get("rolloutPercentage"), rule.get("distribution")
    if percentage is None and distribution is None:
        return None
    rule_id = rule["id"]
    bucket_by = read_attribute(rule["bucketBy"]) if rule.get("bucketBy") else None
    choose = None if distribution is None else compile_distribution(flag_key, rule_id, distribution, outcomes)
    outcome = None if choose or "value" not in rule else outcomes.of_value(rule["value"], "ROLLOUT", rule_id)
    if percentage is None:
        return Rollout(bucket_by, None, 0, outcome, choose)
    seed = rollout_seed(flag_key, rule_id)
    draw = remember_units(lambda unit: murmur3(unit, seed))
    return Rollout(bucket_by, draw, end_of(threshold_of(percentage)), outcome, choose)


def roll_out(rollout: Rollout, context: Context) -> Any:
    """Returns the outcome for the context's unit; None if it has no unit, or is outside of the rollout."""
    unit = unit_of(rollout.bucket_by, context)
    if unit is None or (rollout.draw is not None and rollout.draw(unit) >= rollout.end):
        return None
    return rollout.outcome if rollout.choose is None else rollout.choose(unit)
