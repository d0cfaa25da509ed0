from dataclasses import dataclass
from typing import Any

from bunting_sdk.engine.compile.attribute import read_attribute
from bunting_sdk.engine.compile.unit import unit_of
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.types import FlagConfig


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment that runs on a flag, by a rule with a distribution."""

    rule_id: str
    # The event that exposes a unit; None if evaluations expose it.
    event: str | None
    # The attribute that units are split by; None for the user.
    attribute: str | None

    def unit_of(self, context: Context) -> str | None:
        return unit_of(None if self.attribute is None else read_attribute(self.attribute), context)


def read_experiment(said: Any, config: FlagConfig) -> Experiment | None:
    """Reads an experiment on one of the flag's rules. Anything else is ignored, so that it cannot break the flag."""
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
