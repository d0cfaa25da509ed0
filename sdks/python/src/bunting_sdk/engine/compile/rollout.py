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
    """How a rule tells apart those for whom its conditions hold."""

    bucket_by: Read | None
    # The hash of a unit; None where a distribution is alone.
    draw: Callable[[str], int] | None
    # The first hash outside: what is below it is what has a bucket below the threshold.
    end: int
    # The outcome for all inside; None where that is to be chosen.
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
    """What this context's unit gets; None where it has none, or is outside the rollout."""
    unit = unit_of(rollout.bucket_by, context)
    if unit is None or (rollout.draw is not None and rollout.draw(unit) >= rollout.end):
        return None
    return rollout.outcome if rollout.choose is None else rollout.choose(unit)
