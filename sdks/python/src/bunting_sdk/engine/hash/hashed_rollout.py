from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from bunting_sdk.engine.compile.attribute import read_attribute
from bunting_sdk.engine.compile.outcome import Outcomes
from bunting_sdk.engine.compile.unit import Read, unit_of
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.hash.draws import Draws
from bunting_sdk.engine.hash.kinds import Draw, limit_of
from bunting_sdk.engine.types import Fields, Rule


@dataclass(frozen=True, slots=True)
class _Split:
    draw: Draw
    # The first number after each share.
    ends: list[int]
    outcomes: list[Any]


@dataclass(frozen=True, slots=True)
class HashedRollout:
    """A rollout, a distribution or both, drawn like another service does."""

    bucket_by: Read | None
    rollout: Draw | None
    end: int
    split: _Split | None
    # The outcome for all units inside, without a distribution.
    outcome: Any


def compile_hashed_rollout(rule: Rule, outcomes: Outcomes, draws: Draws) -> HashedRollout:
    hashed, rule_id = rule["hash"], rule["id"]
    percentage, distribution = rule.get("rolloutPercentage"), rule.get("distribution")
    rollout = None if percentage is None else draws.of(hashed["kind"], hashed["salt"], None)
    split = None if distribution is None else _split_of(hashed, rule_id, distribution, outcomes, draws)
    has_value = distribution is None and "value" in rule
    return HashedRollout(
        bucket_by=read_attribute(rule["bucketBy"]) if rule.get("bucketBy") else None,
        rollout=rollout,
        end=0 if rollout is None or percentage is None else limit_of(rollout.of, percentage, 100),
        split=split,
        outcome=outcomes.of_value(rule["value"], "ROLLOUT", rule_id) if has_value else None,
    )


def _split_of(hashed: Fields, rule_id: str, shares: list[Fields], variants: Outcomes, draws: Draws) -> _Split:
    total = sum(share["weight"] for share in shares)
    draw = draws.of(hashed["kind"], hashed.get("splitSalt", hashed["salt"]), total)
    running: float = 0
    ends = []
    for share in shares:
        running += share["weight"]
        ends.append(limit_of(draw.of, running, total))
    outcomes = [variants.of_variant(share["variant"], rule_id) for share in shares]
    # If a share names an unknown variant, no user gets any.
    return _Split(draw, ends, [] if None in outcomes else outcomes)


def roll_out_hashed(hashed: HashedRollout, context: Context) -> Any:
    """Returns the outcome for the context's unit; None if it has no unit, or is outside of the rollout."""
    unit = unit_of(hashed.bucket_by, context)
    if unit is None or (hashed.rollout is not None and hashed.rollout.draw(unit) >= hashed.end):
        return None
    split = hashed.split
    if split is None:
        return hashed.outcome
    at = bisect_right(split.ends, split.draw.draw(unit))
    return split.outcomes[at] if at < len(split.outcomes) else None
