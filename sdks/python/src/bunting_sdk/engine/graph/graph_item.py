from typing import Any, NamedTuple

from bunting_sdk.engine.compile.large_list import LargeList, large_list_of
from bunting_sdk.engine.config.references import Reference, references_of
from bunting_sdk.engine.config.well_formed import is_well_formed, is_well_formed_segment
from bunting_sdk.engine.evaluate.experiment import Experiment, read_experiment
from bunting_sdk.engine.types import Fields


class Item(NamedTuple):
    """A flag or a segment as the bundle describes it."""

    name: Reference
    is_there: bool = True
    # None if it is malformed: it then has no references.
    described: Fields | None = None
    references: tuple[Reference, ...] = ()
    # The list of a large segment.
    large: LargeList | None = None
    # The experiment that runs on a flag.
    experiment: Experiment | None = None


def flag_item(key: str, flag: Any) -> Item:
    name = Reference("flag", key)
    config = flag.get("config") if isinstance(flag, dict) else None
    if isinstance(flag, dict) and is_well_formed(config, flag.get("type")):
        experiment = read_experiment(flag.get("experiment"), config)
        return Item(name, described=config, references=tuple(references_of(config)), experiment=experiment)
    return Item(name)


def segment_item(key: str, segment: Any) -> Item:
    name = Reference("segment", key)
    if is_well_formed_segment(segment):
        if "large" in segment:
            return Item(name, described=segment, large=large_list_of(segment["large"]))
        return Item(name, described=segment, references=tuple(references_of(segment["config"])))
    return Item(name)
