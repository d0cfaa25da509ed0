from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from bunting_sdk.engine.compile.compiled_flag import CompiledFlag, Render, broken_flag, compile_flag
from bunting_sdk.engine.compile.rule import Find
from bunting_sdk.engine.compile.segment import compile_segment
from bunting_sdk.engine.config.references import Reference
from bunting_sdk.engine.evaluate.node import Naming, Node
from bunting_sdk.engine.graph.affected import affected_by
from bunting_sdk.engine.graph.graph_item import Item
from bunting_sdk.engine.graph.topological_order import in_order

if TYPE_CHECKING:
    from bunting_sdk.engine.graph.flag_graph import FlagGraph


class Gone(Enum):
    """What is there no longer."""

    GONE = 0


GONE: Final = Gone.GONE


@dataclass(slots=True)
class Made:
    """What takes the place of what there is. A segment that cannot be read is gone."""

    flags: dict[str, CompiledFlag | Gone] = field(default_factory=dict)
    segments: dict[str, Node | Gone] = field(default_factory=dict)


def prepare_change(graph: "FlagGraph", after: Mapping[Reference, Item], render: Render) -> Made:
    """Compiles what a change touches, each after all that it needs."""
    made = Made()
    # New flags come in the order of the source, whatever order they are compiled in.
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

    find = Find(find_segment, find_flag)  # type: ignore[arg-type]
    items, is_named = affected_by(graph, after)
    for name, item, is_in_circle in in_order(items, lambda each: each.references):
        kind, key = name
        needs = [need_of(each) for each in item.references]
        is_readable = item.described is not None and not is_in_circle and not _lacks(item.references, needs)
        nodes = [need.node if isinstance(need, CompiledFlag) else need for need in needs]
        naming = Naming(nodes, kind == "segment" or is_named(name))
        if kind == "flag":
            known = None if name in after else graph.flags.get(key)
            if known is not None and _is_kept(known.node, naming, known.broken, is_readable):
                continue
            made.flags[key] = (
                compile_flag(key, item.described, naming, find, render)
                if is_readable and item.described is not None
                else broken_flag(key, render)
            )
            continue
        segment = None if name in after else graph.segments.get(key)
        if segment is not None and _is_kept(segment, naming, False, is_readable):
            continue
        made.segments[key] = (
            compile_segment(item.described, naming, find.segment)
            if is_readable and item.described is not None
            else GONE
        )
    return made


def _lacks(references: Sequence[Reference], needs: Sequence[CompiledFlag | Node | None]) -> bool:
    """A flag that is not there does not hold; a segment that is not there, or anything unreadable, is a fault."""
    for reference, need in zip(references, needs, strict=True):
        if need is None:
            if reference.kind == "segment":
                return True
        elif isinstance(need, CompiledFlag) and need.broken:
            return True
    return False


def _is_kept(known: Node, naming: Naming, is_broken: bool, is_readable: bool) -> bool:
    """Whether it stands as it is: a broken one whatever it needs, another where all that it needs is what it was."""
    if is_broken or not is_readable:
        return is_broken != is_readable
    return known.is_named == naming.is_named and all(
        one is other for one, other in zip(known.needs, naming.needs, strict=True)
    )
