from dataclasses import dataclass
from typing import Any

from bunting_sdk.engine.config.references import Reference, references_of
from bunting_sdk.engine.config.well_formed import is_well_formed, is_well_formed_segment
from bunting_sdk.engine.types import Fields


@dataclass(frozen=True, slots=True)
class Item:
    """What is said of a flag or a segment."""

    name: Reference
    is_there: bool = True
    # None where it cannot be read: it then names nothing.
    described: Fields | None = None
    references: tuple[Reference, ...] = ()


def flag_item(key: str, flag: Any) -> Item:
    name = Reference("flag", key)
    config = flag.get("config") if isinstance(flag, dict) else None
    if isinstance(flag, dict) and is_well_formed(config, flag.get("type")):
        return Item(name, described=config, references=tuple(references_of(config)))
    return Item(name)


def segment_item(key: str, segment: Any) -> Item:
    name = Reference("segment", key)
    if is_well_formed_segment(segment):
        return Item(name, described=segment, references=tuple(references_of(segment["config"])))
    return Item(name)
