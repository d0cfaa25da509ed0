from bisect import bisect_left

from bunting_sdk.engine.lists.hash_list import HashList, make_hash_list
from bunting_sdk.engine.lists.list_reader import ListContent


def merge_list(base: HashList, change: ListContent) -> HashList | None:
    """Returns the next version of a list, as a new list.

    Returns None if the change does not apply: if it adds a hash that exists, or removes one that does not.
    """
    steps = sorted([*((each, True) for each in change.added), *((each, False) for each in change.removed)])
    merged = make_hash_list()
    start = 0
    for wanted, is_added in steps:
        place = bisect_left(base, wanted, start)
        is_there = place < len(base) and base[place] == wanted
        if is_there == is_added:
            return None
        merged.extend(base[start:place])
        start = place
        if is_added:
            merged.append(wanted)
        else:
            start += 1
    merged.extend(base[start:])
    return merged if len(merged) == len(base) + len(change.added) - len(change.removed) else None
