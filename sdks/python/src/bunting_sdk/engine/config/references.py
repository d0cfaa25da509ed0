from typing import NamedTuple

from bunting_sdk.engine.config.conditions import is_of_segments, keys_of, leaves_of
from bunting_sdk.engine.types import Fields


class Reference(NamedTuple):
    """The name of a segment or a flag in a bundle."""

    kind: str
    key: str


def references_of(config: Fields) -> list[Reference]:
    """Returns the references of a config: segments in the order of the rules, then flags."""
    found: list[Reference] = []
    for rule in config["rules"]:
        for condition in leaves_of(rule["conditions"]):
            if is_of_segments(condition):
                found.extend(Reference("segment", key) for key in keys_of(condition))
    found.extend(Reference("flag", each["flagKey"]) for each in config.get("prerequisites", ()))
    return found
