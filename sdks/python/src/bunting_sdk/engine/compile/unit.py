from collections.abc import Callable
from typing import TypeAlias

from bunting_sdk.engine.context import Context
from bunting_sdk.engine.values.text import text_of

Read: TypeAlias = Callable[[Context], object]


def unit_of(bucket_by: Read | None, context: Context) -> str | None:
    """Returns the unit that a rule buckets by: the ``bucketBy`` attribute, or the user. An empty text counts as none."""
    if bucket_by is not None:
        return text_of(bucket_by(context)) or None
    return text_of(context.user_id) or text_of(context.anonymous_id) or None
