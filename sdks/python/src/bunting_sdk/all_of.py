from dataclasses import replace
from typing import Any

from bunting_sdk.core.types import Details
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.evaluate.node import Node
from bunting_sdk.live_bundle import LiveBundle


def all_of(live: LiveBundle, context: Context, *, client_safe: bool) -> dict[str, Details[Any]]:
    """Returns the results of all flags for one context, or only those of client-safe flags."""
    memo: dict[Node, Any] = {}

    def is_shown(key: str) -> bool:
        return not client_safe or (key in live.live and live.live[key].client_safe)

    def shown(details: Details[Any]) -> Details[Any]:
        if details.prerequisite is None or is_shown(details.prerequisite):
            return details
        return replace(details, prerequisite=None)

    try:
        return {
            key: shown(flag.evaluate_in(context, memo).details)
            for key, flag in live.compiled.items()
            if not flag.broken and is_shown(key)
        }
    except Exception:
        # A context can hold objects of any type.
        return {}
