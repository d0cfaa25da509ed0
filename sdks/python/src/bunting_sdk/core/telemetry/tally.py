from collections import deque
from itertools import count
from typing import Any

from bunting_sdk.engine.types import EvaluationResult, Reason


class Life:
    """Whether a flag is still asked for. Its counters share it, also those that are made later."""

    __slots__ = ("is_over",)

    def __init__(self) -> None:
        # True once the flag was replaced: no new evaluation counts its results.
        self.is_over = False


class Counted:
    """A possible result of a flag, and a counter of its evaluations.

    Counting is a single call into C, which is atomic with and without the GIL.
    """

    __slots__ = (
        "_idle",
        "_life",
        "_taken",
        "flag_id",
        "flag_key",
        "reason",
        "rule_id",
        "tick",
        "value",
        "variant",
    )

    def __init__(self, flag_key: str, flag_id: str | None, result: EvaluationResult, life: Life | None = None) -> None:
        self.flag_key = flag_key
        # None if the bundle does not contain it; the service then identifies the flag by its key.
        self.flag_id = flag_id
        self.value: Any = result.value
        self.reason: Reason = result.reason
        self.rule_id = result.rule_id
        self.variant = result.variant
        # Increments the counter and returns its previous value.
        self.tick = count().__next__
        # None if it never ends.
        self._life = life
        self._taken = 0
        self._idle = 0

    def take(self) -> int:
        """Returns the count since the last call."""
        ticks = self.tick()
        taken = ticks - self._taken
        self._taken = ticks + 1
        self._idle = 0 if taken else self._idle + 1
        return taken

    @property
    def is_over(self) -> bool:
        """True if no evaluation can count this result any more: those that began before the flag was replaced have ended."""
        return self._life is not None and self._life.is_over and self._idle > 1


class Tally:
    """Counts evaluations, in the order of their first occurrence.

    Memory grows with the number of distinct results, not of evaluations, even while nothing can be sent.
    """

    def __init__(self) -> None:
        self._seen: deque[Counted] = deque()
        # Counts that were taken from the counters but not sent yet.
        self.waiting: dict[Counted, int] = {}

    def count(self, counted: Counted) -> None:
        if counted.tick() == 0:
            self._seen.append(counted)

    def collect(self) -> None:
        for _ in range(len(self._seen)):
            counted = self._seen.popleft()
            taken = counted.take()
            if taken:
                self.waiting[counted] = self.waiting.get(counted, 0) + taken
            if not counted.is_over:
                self._seen.append(counted)

    def forget(self) -> None:
        """Resets all counts in a forked child, since the parent reports them."""
        for counted in list(self._seen):
            counted.take()
        self.waiting = {}
