"""The context that a flag is evaluated for."""

import math
import numbers
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, TypeAlias

from bunting_sdk.engine.config import config_limits
from bunting_sdk.engine.values.number import number_of
from bunting_sdk.engine.values.text import text_of

Scalar: TypeAlias = str | float | bool
AttributeValue: TypeAlias = Scalar | Sequence[Scalar] | AbstractSet[Scalar] | None

_SAFE: Final = 2**53
_TEXTS: Final = frozenset({str, bool, type(None)})
_NO_ATTRIBUTES: Final[dict[str, object]] = {}


class _Missing:
    """Replaces values that cannot be attributes, so that conditions need not check them again."""

    __slots__ = ()


_MISSING: Final = _Missing()


class _Unreadable(dict[str, object]):
    """Attributes that could not be read: reading one raises, so that the evaluation returns the fallback."""

    def get(self, _name: object, _default: object = None) -> object:
        raise ValueError("These attributes cannot be read.")


class Context:
    """The user that a flag is evaluated for, and the attributes that rules check.

    ``user_id`` should be stable, so that a user in a rollout stays in it; ``anonymous_id`` replaces it for users without
    one. ``attributes`` are texts, numbers and booleans, or lists of up to 100 of these; ``None`` and values of other
    types count as missing. They are copied, so later changes to the mapping have no effect.

    >>> Context("ada", attributes={"plan": "pro", "groups": ["staff"]})
    Context('ada', attributes={'plan': 'pro', 'groups': ['staff']})
    """

    __slots__ = ("anonymous_id", "attributes", "lists", "proxy_country", "user_id")

    # Type hints are not enforced at run time: arguments are validated once, here, and trusted afterwards.
    user_id: object
    anonymous_id: object
    attributes: Mapping[str, object]
    # The names of the attributes that are lists; None if there are none.
    lists: frozenset[str] | None
    proxy_country: object

    def __init__(
        self,
        user_id: str | None = None,
        anonymous_id: str | None = None,
        attributes: Mapping[str, AttributeValue] | None = None,
        *,
        proxy_country: str | None = None,
    ) -> None:
        self.lists = None
        self.proxy_country = proxy_country
        self.user_id = user_id if user_id is None or type(user_id) is str else self._read("userId", user_id)
        self.anonymous_id = (
            anonymous_id
            if anonymous_id is None or type(anonymous_id) is str
            else self._read("anonymousId", anonymous_id)
        )
        if attributes is None:
            self.attributes = _NO_ATTRIBUTES
            return
        try:
            read: dict[str, object] = dict(attributes)
            if not _TEXTS.issuperset(map(type, read.values())):
                for name, value in read.items():
                    read[name] = self._read(name, value)
            self.attributes = read
        except Exception:
            self.attributes = _Unreadable()

    def _read(self, name: str, value: object) -> object:
        kind = type(value)
        if kind is str or value is None or kind is bool:
            return value
        if kind is int and -_SAFE <= value <= _SAFE:  # type: ignore[operator]
            return value
        if isinstance(value, (list, tuple, set, frozenset)):
            return self._read_list(name, value)
        return _read_scalar(value)

    def _read_list(self, name: str, value: Sequence[object] | AbstractSet[object]) -> object:
        if not 1 <= len(value) <= config_limits.LIST_ITEMS:
            return _MISSING
        elements = [_read_scalar(element) for element in value]
        if any(text_of(element) is None for element in elements):
            return _MISSING
        self.lists = frozenset({name}) if self.lists is None else self.lists | {name}
        return elements

    def __repr__(self) -> str:
        parts = [repr(self.user_id)] if self.user_id is not None else []
        if self.anonymous_id is not None:
            parts.append(f"anonymous_id={self.anonymous_id!r}")
        if self.attributes:
            parts.append(f"attributes={self.attributes!r}")
        return f"Context({', '.join(parts)})"


def _read_scalar(value: object) -> object:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        # Converts subclasses, such as members of a string enum, to plain texts.
        return str.__str__(value)
    if not isinstance(value, numbers.Real):
        return _MISSING
    try:
        double = float(value)
    except OverflowError:
        return _MISSING
    return number_of(double) if math.isfinite(double) else _MISSING


NOBODY: Final = Context()
