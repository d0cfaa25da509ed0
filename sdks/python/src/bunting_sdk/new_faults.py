from collections.abc import Iterable

from bunting_sdk.core.failure import FlagsError
from bunting_sdk.engine.graph.flag_graph import is_known_format
from bunting_sdk.live_bundle import LiveBundle


def new_faults(live: LiveBundle, keys: Iterable[str], before: LiveBundle | None) -> list[FlagsError]:
    """Returns an error for each changed flag that cannot be read, or for a new unknown bundle format."""
    if not is_known_format(live.format):
        if before is not None and before.format == live.format:
            return []
        message = f"Bundles of format {live.format} need a newer SDK: every flag gives its fallback."
        return [FlagsError("BAD_ANSWER", message)]
    broken = (key for key in keys if key in live.compiled and live.compiled[key].broken and not live.graph.is_held(key))
    return [FlagsError("BAD_ANSWER", f'The flag "{key}" cannot be read.') for key in broken]
