from collections.abc import Sequence
from typing import NamedTuple

from bunting_sdk.engine.config.conditions import group_name_of, is_of_segments, keys_of
from bunting_sdk.engine.types import Condition, Fields


class Reference(NamedTuple):
    """The name of a segment or a flag in a bundle."""

    kind: str
    key: str


def references_of(config: Fields) -> list[Reference]:
    """Returns the references of a config: segments in the order of the rules, then flags."""
    found: list[Reference] = []
    for rule in config["rules"]:
        _add_segments(rule["conditions"], found)
    if "prerequisites" in config:
        for each in config["prerequisites"]:
            found.append(Reference("flag", each["flagKey"]))
    return found


def _add_segments(conditions: Sequence[Condition], found: list[Reference]) -> None:
    for condition in conditions:
        if "attribute" in condition:
            continue
        if is_of_segments(condition):
            for key in keys_of(condition):
                found.append(Reference("segment", key))
            continue
        name = group_name_of(condition)
        if name is not None:
            _add_segments(condition[name], found)
