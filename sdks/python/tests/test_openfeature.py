import asyncio
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from openfeature import api
from openfeature.client import OpenFeatureClient
from openfeature.evaluation_context import EvaluationContext
from openfeature.event import EventDetails, ProviderEvent
from openfeature.exception import ErrorCode, OpenFeatureError
from openfeature.flag_evaluation import Reason
from openfeature.provider import ProviderStatus

from bunting_sdk import open_flags
from bunting_sdk.openfeature import BuntingProvider
from bunting_sdk.testing import FixedFlags
from tests.support.delivery import Delivery, Heard, bundle, flag, patch


@pytest.fixture(autouse=True)
def _forget_providers() -> Iterator[None]:
    yield
    api.clear_providers()


@pytest.fixture
def flags() -> FixedFlags:
    return FixedFlags({"on": True, "text": "x", "whole": 3, "half": 0.5, "limits": {"perMinute": [60]}})


@pytest.fixture
def client(flags: FixedFlags) -> OpenFeatureClient:
    api.set_provider_and_wait(BuntingProvider(flags))
    return api.get_client()


def test_every_type_is_answered(client: OpenFeatureClient) -> None:
    assert client.get_boolean_value("on", False) is True
    assert client.get_string_value("text", "y") == "x"
    assert client.get_integer_value("whole", 0) == 3
    assert client.get_float_value("half", 0.0) == 0.5
    assert client.get_float_value("whole", 0.0) == 3.0
    assert client.get_object_value("limits", {}) == {"perMinute": [60]}


def test_asynchronous_questions_are_answered(client: OpenFeatureClient) -> None:
    assert asyncio.run(client.get_boolean_value_async("on", False)) is True


def test_a_number_that_is_not_whole_is_no_integer(client: OpenFeatureClient) -> None:
    details = client.get_integer_details("half", 7)
    assert (details.value, details.error_code) == (7, ErrorCode.TYPE_MISMATCH)


def test_details_say_why(client: OpenFeatureClient) -> None:
    details = client.get_boolean_details("on", False, EvaluationContext("ada"))
    assert (details.reason, details.variant) == (Reason.STATIC, "on")
    assert details.flag_metadata == {"flagSetId": "env_fixed", "contextId": "ada", "version": "1"}
    missing = client.get_boolean_details("nothing", True)
    assert (missing.value, missing.reason, missing.error_code) == (True, Reason.ERROR, ErrorCode.FLAG_NOT_FOUND)


def _rule(attribute: str, operator: str, value: Any) -> dict[str, Any]:
    condition = {"attribute": attribute, "operator": operator, "value": value}
    return {"id": "r", "enabled": True, "conditionOperator": "AND", "conditions": [condition], "value": True}


@pytest.mark.parametrize(
    ("given", "operator", "value"),
    [
        ("pro", "equals", "pro"),
        (["a", "b"], "equals", "b"),
        (datetime(2026, 1, 31, 12, tzinfo=timezone(timedelta(hours=2))), "equals", "2026-01-31T10:00:00.000Z"),
        (5, "gt", 4),
    ],
)
def test_a_context_becomes_attributes(given: Any, operator: str, value: Any) -> None:
    with Delivery(bundle(a=flag(False, rules=[_rule("it", operator, value)]))) as delivery:
        api.set_provider_and_wait(BuntingProvider(open_flags(delivery.url, "sk_1")))
        client = api.get_client()
        assert client.get_boolean_value("a", False, EvaluationContext("ada", {"it": given})) is True
        assert client.get_boolean_value("a", True, EvaluationContext("ada", {"it": {"no": "attribute"}})) is False
        api.clear_providers()


def test_events_and_statuses_follow_the_flags() -> None:
    with Delivery(bundle(a=flag(False))) as delivery:
        flags = open_flags(delivery.url, "sk_1")
        api.set_provider_and_wait(BuntingProvider(flags), "shop")
        client = api.get_client("shop")
        assert client.get_provider_status() == ProviderStatus.READY
        changed = Heard()

        def hear(details: EventDetails) -> None:
            changed.listen(details.flags_changed)

        client.add_handler(ProviderEvent.PROVIDER_CONFIGURATION_CHANGED, hear)
        delivery.send(patch(1, a=flag(True, version=2)))
        assert changed.next() == ["a"]
        api.clear_providers()
        while flags.status != "closed":
            pass


def test_a_refused_key_is_fatal() -> None:
    with Delivery(None) as delivery:
        delivery.status = 403
        flags = open_flags(delivery.url, "sk_1")
        with pytest.raises(OpenFeatureError) as raised:
            BuntingProvider(flags).initialize(EvaluationContext())
        assert raised.value.error_code == ErrorCode.PROVIDER_FATAL
        flags.close()


def test_what_is_tracked_goes_to_the_application(flags: FixedFlags) -> None:
    tracked = Heard()
    provider = BuntingProvider(flags, on_track=lambda name, context, details: tracked.listen(name))
    api.set_provider_and_wait(provider)
    api.get_client().track("checkout")
    assert tracked.next() == "checkout"
