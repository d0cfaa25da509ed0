"""Server-sent events, as the HTML standard defines them."""

import codecs
import re
from typing import Final, NamedTuple

_LINE_END: Final = re.compile("\r\n?|\n")


class StreamEvent(NamedTuple):
    type: str
    # The id of the last event that had one.
    id: str
    data: str


class EventParser:
    """Parses a body that arrives in chunks of any size.

    ``retry`` is ignored like an unknown field: the caller decides when to reconnect.
    """

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._is_first = True
        # Joined at the end of the line: a bundle of megabytes is a single line, and arrives in many chunks.
        self._line: list[str] = []
        self._ended_in_cr = False
        self._type = ""
        self._id = ""
        self._data: list[str] = []

    def read(self, chunk: bytes) -> list[StreamEvent]:
        """Returns the events that end in this chunk. An event that never ends is dropped."""
        decoded = self._decode(chunk)
        if decoded == "":
            return []
        if self._is_first:
            self._is_first = False
            decoded = decoded.removeprefix("\ufeff")
        # A CR ends a line by itself: the LF may never arrive.
        text = decoded[1:] if self._ended_in_cr and decoded.startswith("\n") else decoded
        self._ended_in_cr = decoded.endswith("\r") if decoded else self._ended_in_cr
        rest, *following = _LINE_END.split(text)
        self._line.append(rest)
        events: list[StreamEvent] = []
        for start in following:
            ended = "".join(self._line)
            self._line = [start]
            if ended:
                self._read_field(ended)
                continue
            if self._data:
                events.append(StreamEvent(self._type or "message", self._id, "\n".join(self._data)))
            self._type = ""
            self._data = []
        return events

    def _read_field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._type = value
        elif name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
