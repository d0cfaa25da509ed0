from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bunting_sdk.compiled_flag import LiveFlag, OutcomeOf
from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.compile.large_list import FindList, no_list
from bunting_sdk.engine.graph.flag_graph import FlagGraph, is_known_format
from bunting_sdk.engine.graph.recompile import GONE
from bunting_sdk.engine.values.same_value import same_value
from bunting_sdk.json_text import json_text, parse_json
from bunting_sdk.sent_items import SentFlag, SentSegment


class Experiments(NamedTuple):
    """The running experiments of a bundle: the events that expose, and the attributes that units are split by."""

    events: frozenset[str]
    attributes: frozenset[str]


@dataclass(frozen=True, slots=True)
class LiveBundle:
    """A bundle with its compiled flags. It is immutable: an update returns a new one, or fails as a whole."""

    # The fields of the bundle other than its flags and segments.
    head: Mapping[str, Any] = field(default_factory=dict)
    flags: Mapping[str, SentFlag | None] = field(default_factory=dict)
    segments: Mapping[str, SentSegment | None] = field(default_factory=dict)
    graph: FlagGraph = field(default_factory=FlagGraph)
    live: Mapping[str, LiveFlag] = field(default_factory=dict)
    find_list: FindList = no_list

    @property
    def compiled(self) -> Mapping[str, CompiledFlag]:
        return self.graph.flags

    @property
    def revision(self) -> int:
        revision: int = self.head["revision"]
        return revision

    @property
    def format(self) -> Any:
        return self.head.get("format")

    def replaced(self, bundle: Mapping[str, Any]) -> tuple["LiveBundle", frozenset[str]]:
        """Returns the next bundle, and the keys of the flags that were added, removed or changed, or need changed items.

        The garbage collector is not paused: it belongs to the whole process, where the application may disable it at the
        same moment, or another thread fork a child that would stay without one.
        """
        head = {name: value for name, value in bundle.items() if name not in ("flags", "segments")}
        is_read_otherwise = is_known_format(head.get("format")) != is_known_format(self.format)
        segments = bundle.get("segments")
        return self._taking(
            head,
            _difference(self.flags, bundle["flags"], is_everything=is_read_otherwise),
            _difference(self.segments, segments if isinstance(segments, dict) else {}),
        )

    def patched(self, patch: Mapping[str, Any]) -> tuple["LiveBundle", frozenset[str]] | None:
        """Like ``replaced``, by a patch. Returns None if the patch does not apply to this revision."""
        for name, own in (("from", "revision"), ("environmentId", "environmentId"), ("format", "format")):
            if not same_value(patch.get(name), self.head.get(own)):
                return None
        head = {**self.head, "revision": patch["revision"]}
        return self._taking(
            head, _said_in(self.flags, patch["flags"]), _said_in(self.segments, patch.get("segments") or {})
        )

    def with_list(self, segment: str) -> tuple["LiveBundle", frozenset[str]]:
        """Like ``replaced``, after a large list was loaded: the flags that waited for it are compiled again."""
        return self._taking(self.head, {}, {segment: self.segments[segment]})

    def experiments(self) -> "Experiments":
        running = [flag.experiment for flag in self.compiled.values() if flag.experiment is not None]
        return Experiments(
            frozenset(each.event for each in running if each.event is not None),
            frozenset(each.attribute for each in running if each.attribute is not None),
        )

    def text(self) -> str:
        """Returns the whole bundle as a server would send it."""
        head = [f"{json_text(name)}:{json_text(value)}" for name, value in self.head.items()]
        flags = ",".join(f"{json_text(key)}:{_text_of(flag)}" for key, flag in self.flags.items())
        segments = ",".join(f"{json_text(key)}:{_text_of(each)}" for key, each in self.segments.items())
        return "{" + ",".join([*head, f'"flags":{{{flags}}}', f'"segments":{{{segments}}}']) + "}"

    def _taking(
        self, head: Mapping[str, Any], said_flags: Mapping[str, Any], said_segments: Mapping[str, Any]
    ) -> tuple["LiveBundle", frozenset[str]]:
        flags, segments = _with(self.flags, said_flags), _with(self.segments, said_segments)
        outcomes_of: dict[str, OutcomeOf] = {}

        def render_of(key: str) -> OutcomeOf:
            made = outcomes_of[key] = OutcomeOf(key, flags.get(key))
            return made

        is_known = is_known_format(head.get("format"))
        graph, keys = self.graph.change(said_flags, said_segments, render_of, self.find_list, is_known=is_known)
        live = dict(self.live)
        for key in keys:
            before = live.pop(key, None)
            if before is not None:
                before.retire()
            compiled = graph.flags.get(key)
            if compiled is not None:
                live[key] = LiveFlag(compiled, outcomes_of[key])
        return LiveBundle(head, flags, segments, graph, live, self.find_list), keys


def _text_of(item: SentFlag | SentSegment | None) -> str:
    return "null" if item is None else item.text


def _difference(before: Mapping[str, Any], after: Mapping[str, Any], *, is_everything: bool = False) -> dict[str, Any]:
    """Returns the changes that turn ``before`` into ``after``."""
    said = {key: value for key, value in after.items() if is_everything or _differs(before, key, value)}
    said.update((key, GONE) for key in before if key not in after)
    return said


def _said_in(before: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the entries of a patch that differ from ``before``; null removes an entry."""
    there = ((key, GONE if value is None else value) for key, value in said.items())
    return {key: value for key, value in there if (key in before if value is GONE else _differs(before, key, value))}


def _differs(before: Mapping[str, Any], key: str, value: Any) -> bool:
    if key not in before:
        return True
    one, other = _text_of(before[key]), _text_of(value)
    if one == other:
        return False
    try:
        return not same_value(parse_json(one), parse_json(other))
    except RecursionError:
        return True


def _with(before: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    after = dict(before)
    for key, value in said.items():
        if value is GONE:
            after.pop(key, None)
        else:
            after[key] = value
    return after
