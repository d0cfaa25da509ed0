"""Who is exposed to which variant, and what is told of events, as the data has it."""

import json
from typing import Any

import pytest

from bunting_sdk import Flags, Telemetry, open_flags
from bunting_sdk.json_text import json_text
from tests import conformance
from tests.support.delivery import Delivery, bundle, flag

_NOWHERE = "http://127.0.0.1:9"


def _ask(flags: Flags, asked: dict[str, Any]) -> None:
    questions: dict[str, tuple[Any, Any]] = {"boolean": (flags.boolean, False), "number": (flags.number, 0)}
    question, fallback = questions.get(asked["type"], (flags.string_details, ""))
    context = conformance.context_of(asked["context"])
    question(asked["flagKey"], context, fallback, exposure=asked.get("exposure", True))


def _told(flags: Any) -> dict[str, Any]:
    """What waits to be sent, without what differs each time."""
    batch = flags._telling.tracked.next_batch()
    body = {"exposures": [], "events": []} if batch is None else json.loads(batch.body())
    items = {name: body[name] for name in ("exposures", "events")}
    return {
        name: [{field: value for field, value in item.items() if field not in ("at", "id")} for item in items[name]]
        for name in items
    }


@pytest.mark.conformance
@pytest.mark.parametrize("case", conformance.read("exposures")["cases"], ids=lambda case: case["name"])
def test_exposures(case: dict[str, Any]) -> None:
    telemetry = Telemetry(_NOWHERE, 3_600)
    with open_flags(_NOWHERE, "sk_test", bootstrap=json_text(case["bundle"]), telemetry=telemetry) as flags:
        for asked in case["evaluations"]:
            _ask(flags, asked)
        for event in case["tracked"]:
            flags.track(event["name"], conformance.context_of(event["context"]), value=event.get("value"))
        assert _told(flags) == case["expect"]


def test_a_process_that_forked_leaves_what_waits_to_its_parent() -> None:
    with Delivery(bundle(flag=flag(True))) as delivery:
        flags: Any = open_flags(delivery.url, "sk_test", telemetry=Telemetry(delivery.url, 3_600))
        flags.ready()
        flags.track("before", None)
        flags.after_fork()
        flags.track("after", None)
        assert [event["name"] for event in _told(flags)["events"]] == ["after"]
        flags.close()
