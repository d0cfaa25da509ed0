from collections import deque
from itertools import count
from typing import Any

from bunting_sdk.engine.types import EvaluationResult, Reason


class Counted:
    """One thing that a flag can answer, and how often it did.

    Counting is one call into C, which no other thread gets between, with Python's big lock and without it.
    """

    __slots__ = (
        "_idle",
        "_taken",
        "flag_id",
        "flag_key",
        "is_retired",
        "reason",
        "rule_id",
        "tick",
        "value",
        "variant",
    )

    def __init__(self, flag_key: str, flag_id: str | None, result: EvaluationResult) -> None:
        self.flag_key = flag_key
        # None where the SDK is not told; the service then knows it by the key.
        self.flag_id = flag_id
        self.value: Any = result.value
        self.reason: Reason = result.reason
        self.rule_id = result.rule_id
        self.variant = result.variant
        # Counts, and gives back how often that was done before.
        self.tick = count().__next__
        # Its flag is another one by now: no evaluation that begins will count it.
        self.is_retired = False
        self._taken = 0
        self._idle = 0

    def take(self) -> int:
        """How often it was counted since it was last asked for."""
        ticks = self.tick()
        taken = ticks - self._taken
        self._taken = ticks + 1
        self._idle = 0 if taken else self._idle + 1
        return taken

    @property
    def is_over(self) -> bool:
        """No evaluation is left that could count it: those that began before it was retired have ended."""
        return self.is_retired and self._idle > 1


class Tally:
    """What was counted, first come first.

    What is kept grows with the number of different answers, never with the number of evaluations, also while nothing can
    be sent.
    """

    def __init__(self) -> None:
        self._seen: deque[Counted] = deque()
        # Counts that were taken out of the counters and not sent yet.
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
        """In a child process: its parent tells what was counted before."""
        for counted in list(self._seen):
            counted.take()
        self.waiting = {}
