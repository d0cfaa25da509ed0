import uuid
from datetime import UTC, datetime
from typing import Final

from bunting_sdk.core.telemetry.counted_value import counted_value
from bunting_sdk.core.telemetry.sender import Batch
from bunting_sdk.core.telemetry.tally import Counted
from bunting_sdk.json_text import json_text

# The limits of the service: events per request, and evaluations per event.
_MAX_EVENTS: Final = 1_000
_MAX_COUNT: Final = 1_000_000
_MAX_BYTES: Final = 1_000_000


def take_batch(waiting: dict[Counted, int], environment_id: str, sdk_version: str, now_s: float) -> Batch | None:
    """Removes from ``waiting`` as much as fits into one request."""
    events: list[bytes] = []
    evaluations = 0
    left = _MAX_BYTES - 20
    while waiting and len(events) < _MAX_EVENTS:
        counted = next(iter(waiting))
        count = min(waiting[counted], _MAX_COUNT)
        event = _event(counted, count, environment_id, sdk_version, now_s)
        is_too_long = len(event) + 1 > left
        if is_too_long and events:
            break
        # An event that is too long by itself is dropped: it would wait forever.
        waiting[counted] = 0 if is_too_long else waiting[counted] - count
        if waiting[counted] == 0:
            del waiting[counted]
        if not is_too_long:
            events.append(event)
            evaluations += count
            left -= len(event) + 1
    if not events:
        return None
    body = b'{"events":[' + b",".join(events) + b"]}"
    return Batch(str(uuid.uuid4()), now_s, evaluations, lambda: body)


def _event(counted: Counted, count: int, environment_id: str, sdk_version: str, now_s: float) -> bytes:
    event = {
        "flagKey": counted.flag_key,
        "flagId": counted.flag_id,
        "environmentId": environment_id,
        "reason": counted.reason,
        "ruleId": counted.rule_id,
        "sdkType": "server",
        "sdkVersion": sdk_version,
        "evaluatedAt": _iso(now_s),
        "count": count,
    }
    there = {name: value for name, value in event.items() if value is not None}
    return json_text({**there, **counted_value(counted)}).encode()


def _iso(epoch_s: float) -> str:
    return datetime.fromtimestamp(epoch_s, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
