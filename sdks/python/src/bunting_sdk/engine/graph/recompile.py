from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from bunting_sdk.engine.compile.compiled_flag import CompiledFlag, broken_flag, compile_flag
from bunting_sdk.engine.compile.flag_rules import Render
from bunting_sdk.engine.compile.large_list import FindList
from bunting_sdk.engine.compile.segment import compile_segment
from bunting_sdk.engine.config.references import Reference
from bunting_sdk.engine.evaluate.node import Naming, Node
from bunting_sdk.engine.graph.affected import affected_by
from bunting_sdk.engine.graph.graph_item import ABSENT, FlagItem, Item, SegmentItem
from bunting_sdk.engine.graph.topological_order import in_order

if TYPE_CHECKING:
    from bunting_sdk.engine.graph.flag_graph import FlagGraph


RenderOf: TypeAlias = Callable[[str], Render]
"""Returns how the results of a flag are rendered. A flag that was never evaluated keeps it, and so all that it holds."""


class Gone(Enum):
    """Marks a removed item."""

    GONE = 0


GONE: Final = Gone.GONE


@dataclass(slots=True)
class Made:
    """The replacements for the affected items. A malformed segment is gone."""

    flags: dict[str, CompiledFlag | Gone] = field(default_factory=dict)
    segments: dict[str, Node | Gone] = field(default_factory=dict)
    # Whether each item keeps its old state because a list is missing.
    held: dict[Reference, bool] = field(default_factory=dict)


def prepare_change(
    graph: "FlagGraph", after: Mapping[Reference, Item], render_of: RenderOf, find_list: FindList
) -> Made:
    """Compiles the items that a change affects, each after everything it needs."""
    made = Made()
    made.held.update((name, False) for name, item in after.items() if item is ABSENT)
    # Reserves the order: new flags come in the order of the source, not of their compilation.
    for kind, key in after:
        if kind == "flag":
            made.flags[key] = GONE
        else:
            made.segments[key] = GONE

    def find_flag(key: str) -> CompiledFlag | None:
        found = made.flags[key] if key in made.flags else graph.flags.get(key)
        return None if found is GONE else found

    def find_segment(key: str) -> Node | None:
        found = made.segments[key] if key in made.segments else graph.segments.get(key)
        return None if found is GONE else found

    def need_of(name: Reference) -> CompiledFlag | Node | None:
        return find_flag(name.key) if name.kind == "flag" else find_segment(name.key)

    def is_held(name: Reference) -> bool:
        return made.held.get(name, name in graph.held)

    items, is_named = affected_by(graph, after)
    for name, item, is_in_circle in in_order(items, lambda each: each.references):
        kind, key = name
        references = item.references
        needs = tuple(map(need_of, references))
        was_held = name in graph.held
        held_ones = tuple(map(is_held, references))
        is_readable = item.is_readable and not is_in_circle and not (needs and _lacks(references, needs, held_ones))
        large = item.large if isinstance(item, SegmentItem) else None
        hashes = None if large is None else find_list(large)
        lacks_list = is_readable and (any(held_ones) or (large is not None and hashes is None))
        made.held[name] = lacks_list
        if lacks_list:
            # It keeps its old state, or is broken if it is new: it must never act as if the list were empty.
            if kind == "flag":
                made.flags[key] = graph.flags.get(key) or broken_flag(key, render_of(key))
            else:
                made.segments[key] = graph.segments.get(key, GONE)
            continue
        naming = Naming(tuple(map(_node_of, needs)), kind == "segment" or is_named(name))
        if kind == "flag":
            known = None if name in after or was_held else graph.flags.get(key)
            if known is not None and _is_kept(known.node, naming, known.broken, is_readable):
                continue
            made.flags[key] = (
                compile_flag(key, item, naming, needs, render_of(key))
                if is_readable and isinstance(item, FlagItem)
                else broken_flag(key, render_of(key))
            )
            continue
        segment = None if name in after or was_held else graph.segments.get(key)
        if segment is not None and _is_kept(segment, naming, False, is_readable):
            continue
        made.segments[key] = (
            compile_segment(item, hashes, naming) if is_readable and isinstance(item, SegmentItem) else GONE
        )
    return made


def _node_of(need: CompiledFlag | Node | None) -> Node | None:
    return need.node if isinstance(need, CompiledFlag) else need


def _lacks(
    references: Sequence[Reference], needs: Sequence[CompiledFlag | Node | None], held_ones: Sequence[bool]
) -> bool:
    """Returns whether a segment is missing or anything is malformed.

    A missing flag is merely a prerequisite that is not met, and an item that waits for a list is not malformed.
    """
    for reference, need, is_held in zip(references, needs, held_ones, strict=True):
        if is_held:
            continue
        if need is None:
            if reference.kind == "segment":
                return True
        elif isinstance(need, CompiledFlag) and need.broken:
            return True
    return False


def _is_kept(known: Node, naming: Naming, is_broken: bool, is_readable: bool) -> bool:
    """Returns whether an item can be kept: if it is still broken, or if everything that it needs is the same."""
    if is_broken or not is_readable:
        return is_broken != is_readable
    return known.is_named == naming.is_named and all(
        one is other for one, other in zip(known.needs, naming.needs, strict=True)
    )
