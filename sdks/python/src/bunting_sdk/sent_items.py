"""Flags and segments as the service sent them.

They are kept as JSON texts, and parsed again when they are compiled, which takes a fraction of compiling: a process
rarely asks for all flags of a bundle, and every run of the garbage collector would go through their thousands of objects.
"""

from typing import Any

from bunting_sdk.engine.graph.graph_item import FlagItem, SegmentItem
from bunting_sdk.engine.types import FlagConfig, Segment
from bunting_sdk.json_text import parse_json


class SentFlag(FlagItem):
    __slots__ = ("id", "is_client_safe", "is_static", "text", "version")

    def __init__(self, flag: Any, text: str) -> None:
        # Without an id, nothing could be told about its evaluations.
        self.id: str | None = flag.get("id") if isinstance(flag, dict) else None
        super().__init__(flag if isinstance(self.id, str) else None)
        self.text = text
        self.is_client_safe = self.is_readable and flag.get("clientSafe") is True
        self.version: int | None = None
        # Whether the flag has the same value for every context.
        self.is_static = False
        if self.is_readable:
            config = flag["config"]
            self.version = config["version"]
            is_ruled = any(rule["enabled"] for rule in config["rules"])
            self.is_static = self.is_enabled and "prerequisites" not in config and not is_ruled

    def config(self) -> FlagConfig:
        config: FlagConfig = parse_json(self.text)["config"]
        return config


class SentSegment(SegmentItem):
    __slots__ = ("text",)

    def __init__(self, segment: Any, text: str) -> None:
        super().__init__(segment)
        self.text = text

    def segment(self) -> Segment:
        segment: Segment = parse_json(self.text)
        return segment
