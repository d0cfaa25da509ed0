from dataclasses import dataclass
from typing import Any

from bunting_sdk.engine.compile.attribute import read_attribute
from bunting_sdk.engine.compile.unit import unit_of
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.types import FlagConfig


@dataclass(frozen=True, slots=True)
class Experiment:
    """It runs on a flag, by a rule that splits."""

    rule_id: str
    # What exposes a unit; None where evaluations do.
    event: str | None
    # What is split by; None for the user.
    attribute: str | None

    def unit_of(self, context: Context) -> str | None:
        return unit_of(None if self.attribute is None else read_attribute(self.attribute), context)


def read_experiment(said: Any, config: FlagConfig) -> Experiment | None:
    """None for anything that is no experiment on one of the flag's rules: that harms no flag."""
    if not isinstance(said, dict) or not isinstance(said.get("ruleId"), str):
        return None
    exposure = said.get("exposure")
    event = exposure.get("event") if isinstance(exposure, dict) else None
    if exposure != "evaluation" and not isinstance(event, str):
        return None
    for rule in config["rules"]:
        if rule["id"] == said["ruleId"] and "distribution" in rule:
            return Experiment(rule["id"], event, rule.get("bucketBy") or None)
    return None
