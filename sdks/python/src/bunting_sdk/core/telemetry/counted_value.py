from typing import Any, Final

from bunting_sdk.core.telemetry.tally import Counted
from bunting_sdk.engine.values.text import utf16_length
from bunting_sdk.json_text import json_text

_MAX_UNITS: Final = 200


def counted_value(counted: Counted) -> dict[str, Any]:
    """Returns the value that a result is counted under. For an object: its variant, or the beginning of its JSON text."""
    if not isinstance(counted.value, (dict, list)):
        return {"value": counted.value}
    if counted.variant is None:
        return {"value": _beginning(json_text(counted.value))}
    return {"value": counted.variant, "variant": counted.variant}


def _beginning(text: str) -> str:
    """Truncates a text to the maximum number of UTF-16 units, without splitting a surrogate pair."""
    beginning = text[:_MAX_UNITS]
    while utf16_length(beginning) > _MAX_UNITS:
        beginning = beginning[:-1]
    return beginning
