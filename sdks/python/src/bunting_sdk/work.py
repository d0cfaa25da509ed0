import threading
import time
from collections.abc import Callable
from typing import NamedTuple


class _Task(NamedTuple):
    due_s: float
    run: Callable[[], None]


class Work:
    """Runs background tasks one after another on one thread: polling, telemetry and cache writes."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tasks: dict[str, _Task] = {}
        self._is_over = False

    def soon(self, name: str, run: Callable[[], None], delay_s: float = 0.0) -> None:
        """Schedules a task. Of several with the same name, only the one that is due first runs."""
        due_s = time.monotonic() + delay_s
        with self._changed:
            known = self._tasks.get(name)
            if known is None or due_s < known.due_s:
                self._tasks[name] = _Task(due_s, run)
                self._changed.notify()

    def run(self) -> None:
        while (task := self._next()) is not None:
            task()

    def stop(self) -> None:
        with self._changed:
            self._is_over = True
            self._changed.notify()

    def after_fork(self) -> None:
        self._changed = threading.Condition()
        self._tasks = {}
        self._is_over = False

    def _next(self) -> Callable[[], None] | None:
        """Waits for the next due task and returns it; None after ``stop``."""
        with self._changed:
            while not self._is_over:
                name = min(self._tasks, key=lambda each: self._tasks[each].due_s, default=None)
                left_s = None if name is None else self._tasks[name].due_s - time.monotonic()
                if name is not None and left_s is not None and left_s <= 0:
                    return self._tasks.pop(name).run
                self._changed.wait(left_s)
            return None
