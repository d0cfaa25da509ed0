def same_value(one: object, other: object) -> bool:
    """Returns whether two parsed JSON values are equal.

    The order of an object's members does not matter. ``==`` would not do, since ``1 == True`` in Python.
    """
    if one is other:
        return True
    if isinstance(one, bool) or isinstance(other, bool):
        return False
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and one.keys() == other.keys()
            and all(same_value(value, other[name]) for name, value in one.items())
        )
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(same_value, one, other))
    return one == other
