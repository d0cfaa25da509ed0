from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from bunting_sdk.engine.config.references import Reference
from bunting_sdk.engine.graph.graph_item import ABSENT, Item

if TYPE_CHECKING:
    from bunting_sdk.engine.graph.flag_graph import FlagGraph


def affected_by(
    graph: "FlagGraph", after: Mapping[Reference, Item]
) -> tuple[dict[Reference, Item], Callable[[Reference], bool]]:
    """Returns the items that a change affects, in their new state, and a function that checks if an item is referenced.

    Affected are the changed items, flags that gain their first or lose their last dependent, and all direct and
    indirect dependents of these. A cycle is affected as a whole or not at all.
    """
    named: dict[Reference, None] = {}
    were_named: dict[Reference, None] = {}
    for name, item in after.items():
        if item.references:
            named.update(dict.fromkeys(item.references))
        before = graph.items.get(name)
        if before is not None:
            were_named.update(dict.fromkeys(before.references))

    def is_named(name: Reference) -> bool:
        return name in named or not after.keys() >= graph.namers_of(name)

    def is_named_otherwise(name: Reference) -> bool:
        flag = graph.flags.get(name.key) if name.kind == "flag" else None
        return flag is not None and not flag.broken and flag.node.is_named != is_named(name)

    reached = list(after)
    reached.extend(name for name in (*named, *were_named) if is_named_otherwise(name))
    seen = set(reached)
    items: dict[Reference, Item] = {}
    # Grows during the iteration.
    for name in reached:
        for namer in graph.namers_of(name):
            if namer not in seen:
                seen.add(namer)
                reached.append(namer)
        found = after.get(name) or graph.items.get(name)
        if found is not None and found is not ABSENT:
            items[name] = found
    return items, is_named
