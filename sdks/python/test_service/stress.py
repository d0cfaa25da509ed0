import threading
import time
from typing import Any

from bunting_sdk import Flags
from test_service.evaluate import details_of


def stress(flags: Flags, asked: dict[str, Any]) -> dict[str, Any]:
    """Evaluates for ``ms`` milliseconds on ``threads`` threads."""
    end_s = time.monotonic() + asked["ms"] / 1_000
    counts: list[int] = []

    def evaluate() -> None:
        evaluations = 0
        while time.monotonic() < end_s:
            for _ in range(100):
                details_of(flags, asked)
            evaluations += 100
        counts.append(evaluations)

    threads = [threading.Thread(target=evaluate) for _ in range(asked["threads"])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {"evaluations": sum(counts)}
