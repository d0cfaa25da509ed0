from typing import Any, Final

from bunting_sdk.engine.compile.large_list import LargeList, large_list_of
from bunting_sdk.engine.config.references import Reference, references_of
from bunting_sdk.engine.config.well_formed import is_well_formed, is_well_formed_segment
from bunting_sdk.engine.evaluate.experiment import Experiment, read_experiment
from bunting_sdk.engine.types import FlagConfig, Segment


class Item:
    """What the graph has to know of a flag or a segment of the bundle."""

    __slots__ = ("is_readable", "references")

    def __init__(self) -> None:
        # False if it is malformed: it then has no references.
        self.is_readable = False
        self.references: tuple[Reference, ...] = ()


ABSENT: Final = Item()
"""Stands for an item that is not there."""


class FlagItem(Item):
    """A flag, which is validated on arrival, and whose config is asked for when the flag is compiled."""

    __slots__ = ("experiment", "is_enabled")

    def __init__(self, flag: Any) -> None:
        super().__init__()
        # The experiment that runs on the flag.
        self.experiment: Experiment | None = None
        self.is_enabled = False
        if isinstance(flag, dict) and is_well_formed(config := flag.get("config"), flag.get("type")):
            self.is_readable = True
            self.references = tuple(references_of(config))
            self.experiment = read_experiment(flag.get("experiment"), config)
            self.is_enabled = config["enabled"]

    def config(self) -> FlagConfig:
        """Only called if the flag is readable."""
        raise NotImplementedError


class SegmentItem(Item):
    """A segment, which is validated on arrival, and asked for when it is compiled."""

    __slots__ = ("large",)

    def __init__(self, segment: Any) -> None:
        super().__init__()
        # The list of a large segment.
        self.large: LargeList | None = None
        if is_well_formed_segment(segment):
            self.is_readable = True
            if "large" in segment:
                self.large = large_list_of(segment["large"])
            else:
                self.references = tuple(references_of(segment["config"]))

    def segment(self) -> Segment:
        """Only called if the segment is readable."""
        raise NotImplementedError


class GivenFlag(FlagItem):
    """A flag that is there as parsed JSON."""

    __slots__ = ("_flag",)

    def __init__(self, flag: Any) -> None:
        super().__init__(flag)
        self._flag = flag

    def config(self) -> FlagConfig:
        config: FlagConfig = self._flag["config"]
        return config


class GivenSegment(SegmentItem):
    """A segment that is there as parsed JSON."""

    __slots__ = ("_segment",)

    def __init__(self, segment: Any) -> None:
        super().__init__(segment)
        self._segment: Segment = segment

    def segment(self) -> Segment:
        return self._segment
