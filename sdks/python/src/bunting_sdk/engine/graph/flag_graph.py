"""The compiled flags and segments of a bundle. Each segment is compiled once for all dependents."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.compile.large_list import FindList, LargeList, no_list
from bunting_sdk.engine.config.references import Reference
from bunting_sdk.engine.evaluate.node import Node
from bunting_sdk.engine.graph.graph_item import ABSENT, FlagItem, GivenFlag, GivenSegment, Item, SegmentItem
from bunting_sdk.engine.graph.recompile import GONE, Gone, RenderOf, prepare_change

_NOBODY: Final[frozenset[Reference]] = frozenset()


def is_known_format(bundle_format: object) -> bool:
    """Returns whether flags of this bundle format can be read. The first bundles had no format."""
    return bundle_format is None or (bundle_format in (1, 2) and not isinstance(bundle_format, bool))


@dataclass(frozen=True, slots=True)
class FlagGraph:
    """An immutable graph: a change returns a new one, so that an evaluation sees all of a change or none of it.

    The cost of a change depends on the affected items, except for the dictionaries, which are copied.
    """

    flags: Mapping[str, CompiledFlag] = field(default_factory=dict)
    # Without malformed ones.
    segments: Mapping[str, Node] = field(default_factory=dict)
    items: Mapping[Reference, Item] = field(default_factory=dict)
    # The dependents of each reference, whether it exists or not.
    named_by: Mapping[Reference, frozenset[Reference]] = field(default_factory=dict)
    # The items that wait for a list that is not loaded.
    held: frozenset[Reference] = frozenset()
    # The segments that are large lists.
    large: Mapping[str, LargeList] = field(default_factory=dict)

    def waiting(self) -> list[str]:
        """Returns the large segments whose list is not loaded. Once it is, ``change`` is called with the same segment."""
        return [key for key in self.large if Reference("segment", key) in self.held]

    def is_held(self, flag_key: str) -> bool:
        """Returns whether a flag needs a list that is not loaded."""
        return Reference("flag", flag_key) in self.held

    def change(
        self,
        flags: Mapping[str, Any],
        segments: Mapping[str, Any],
        render_of: RenderOf,
        find_list: FindList = no_list,
        *,
        is_known: bool = True,
    ) -> tuple["FlagGraph", frozenset[str]]:
        """Compiles the changed items and their dependents; ``GONE`` removes an item.

        All possible results of a flag are rendered to the caller's form once, so that an evaluation only chooses among
        these. Returns the next graph, and the keys of the flags that were recompiled or removed.
        """
        items: dict[Reference, Item] = {}
        for key, segment in segments.items():
            name = Reference("segment", key)
            items[name] = ABSENT if segment is GONE else _segment_item(segment)
        for key, flag in flags.items():
            name = Reference("flag", key)
            items[name] = ABSENT if flag is GONE else _flag_item(flag if is_known else None)
        made = prepare_change(self, items, render_of, find_list)
        next_flags = _with(self.flags, made.flags)
        changed = frozenset(key for key, flag in made.flags.items() if flag is not self.flags.get(key, GONE))
        next_items = _with(self.items, items, ABSENT)
        named_by = self._named_by_after(items)
        still_held = self.held.difference(made.held)
        held = still_held.union([name for name, is_held in made.held.items() if is_held])
        lists = {key: _list_of(items[Reference("segment", key)]) for key in segments}
        next_segments = _with(self.segments, made.segments)
        large = _with(self.large, lists)
        return FlagGraph(next_flags, next_segments, next_items, named_by, held, large), changed

    def namers_of(self, name: Reference) -> frozenset[Reference]:
        return self.named_by.get(name, _NOBODY)

    def _named_by_after(self, items: Mapping[Reference, Item]) -> Mapping[Reference, frozenset[Reference]]:
        changed: dict[Reference, set[Reference]] = {}

        def namers(name: Reference) -> set[Reference]:
            if name not in changed:
                changed[name] = set(self.namers_of(name))
            return changed[name]

        for namer, item in items.items():
            before = self.items.get(namer)
            for name in before.references if before else ():
                namers(name).discard(namer)
            for name in item.references:
                namers(name).add(namer)
        return _with(self.named_by, {name: frozenset(each) or GONE for name, each in changed.items()})


def compile_flags(
    flags: Mapping[str, Any],
    segments: Mapping[str, Any],
    bundle_format: object = None,
    find_list: FindList = no_list,
) -> Mapping[str, CompiledFlag]:
    """Compiles the flags of a bundle that does not change."""
    is_known = is_known_format(bundle_format)
    graph, _ = FlagGraph().change(flags, segments, lambda _key: lambda result: result, find_list, is_known=is_known)
    return graph.flags


def _flag_item(flag: Any) -> FlagItem:
    return flag if isinstance(flag, FlagItem) else GivenFlag(flag)


def _segment_item(segment: Any) -> SegmentItem:
    return segment if isinstance(segment, SegmentItem) else GivenSegment(segment)


def _list_of(item: Item) -> LargeList | Gone:
    return item.large or GONE if isinstance(item, SegmentItem) else GONE


def _with(before: Mapping[Any, Any], changes: Mapping[Any, Any], gone: object = GONE) -> dict[Any, Any]:
    after = {**before, **changes}
    for key in [key for key, value in changes.items() if value is gone]:
        del after[key]
    return after
