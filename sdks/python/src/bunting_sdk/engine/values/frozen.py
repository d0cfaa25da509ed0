"""Read-only values, since all callers share them."""

from typing import Any, NoReturn


def _refuse(*_arguments: object, **_options: object) -> NoReturn:
    raise TypeError("A flag's value cannot be changed: copy it first, as by copy.deepcopy.")


class FrozenDict(dict[str, Any]):
    """An object of a ``json`` flag. It is a ``dict``, so that ``json.dumps`` and other code accept it."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> dict[str, Any]:
        return dict(self)

    def __deepcopy__(self, _memo: object) -> dict[str, Any]:
        return {name: _thawed(value) for name, value in self.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return (dict, (dict(self),))


class FrozenList(list[Any]):
    """An array of a ``json`` flag."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __copy__(self) -> list[Any]:
        return list(self)

    def __deepcopy__(self, _memo: object) -> list[Any]:
        return [_thawed(value) for value in self]

    def __reduce__(self) -> tuple[Any, ...]:
        return (list, (list(self),))


def frozen(value: Any) -> Any:
    if type(value) is dict:
        return FrozenDict({name: frozen(member) for name, member in value.items()})
    if type(value) is list:
        return FrozenList([frozen(member) for member in value])
    return value


def _thawed(value: Any) -> Any:
    return value.__deepcopy__(None) if isinstance(value, (FrozenDict, FrozenList)) else value
