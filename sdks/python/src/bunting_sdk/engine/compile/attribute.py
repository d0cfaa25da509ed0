from typing import Final

from bunting_sdk.engine.compile.unit import Read
from bunting_sdk.engine.context import Context


def _read_user_id(context: Context) -> object:
    return context.user_id if context.user_id is not None else context.attributes.get("userId")


def _read_anonymous_id(context: Context) -> object:
    return context.anonymous_id if context.anonymous_id is not None else context.attributes.get("anonymousId")


_FIELDS: Final[dict[str, Read]] = {"userId": _read_user_id, "anonymousId": _read_anonymous_id}


def is_plain(name: str) -> bool:
    """Returns whether reading the attribute is just ``context.attributes.get(name)``."""
    return name not in _FIELDS


def read_attribute(name: str) -> Read:
    return _FIELDS.get(name) or (lambda context: context.attributes.get(name))
