from typing import Final

from bunting_sdk.core.telemetry.tally import Counted
from bunting_sdk.engine.types import FLAG_NOT_FOUND

_MAX: Final = 1_000


class UnknownFlags:
    """Counts evaluations of unknown flags, under a bounded number of keys."""

    def __init__(self) -> None:
        self._known: dict[str, Counted] = {}
        self._others = Counted("(others)", None, FLAG_NOT_FOUND)

    def of(self, key: object) -> Counted:
        if not isinstance(key, str):
            return self._others
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MAX:
                return self._others
            # If two threads race here, both get the same counter.
            known = self._known.setdefault(key, Counted(key, None, FLAG_NOT_FOUND))
        return known
