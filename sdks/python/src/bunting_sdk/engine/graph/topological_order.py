from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)


def in_order(items: Mapping[Key, Item], names_of: Callable[[Item], Sequence[Key]]) -> Iterator[tuple[Key, Item, bool]]:
    """Yields items after everything that they name, without recursion, so that chains may have any length.

    Items in a cycle, or that depend on one, come last, marked by True.
    """
    # The number of names that are still missing, and the items that wait for each name.
    missing: dict[Key, int] = {}
    waiting: dict[Key, list[Key]] = {}
    ready: list[Key] = []
    for key, item in items.items():
        names = names_of(item)
        # Most items name nothing.
        if names and (names := [name for name in names if name in items]):
            missing[key] = len(names)
            for name in names:
                waiting.setdefault(name, []).append(key)
        else:
            ready.append(key)
    # Grows during the iteration.
    for key in ready:
        yield key, items[key], False
        for other in waiting.get(key, ()):
            missing[other] -= 1
            if missing[other] == 0:
                ready.append(other)
    for key, left in missing.items():
        if left > 0:
            yield key, items[key], True
