import itertools
import threading
import time
from collections.abc import Callable
from typing import Any

from openfeature import api
from openfeature.evaluation_context import EvaluationContext
from openfeature.event import EventDetails, ProviderEvent
from openfeature.flag_evaluation import FlagEvaluationDetails, FlagEvaluationOptions, FlagResolutionDetails
from openfeature.hook import Hook, HookContext, HookHints
from openfeature.provider.no_op_provider import NoOpProvider
from openfeature.track import TrackingEventDetails
from openfeature.transaction_context import ContextVarsTransactionContextPropagator

from bunting_sdk import Flags
from bunting_sdk.openfeature import BuntingProvider

_domains = itertools.count(1)

api.set_transaction_context_propagator(ContextVarsTransactionContextPropagator())


class OpenFeatureClient:
    """The flags behind OpenFeature's own client."""

    def __init__(self, flags: Flags, record: Callable[..., None]) -> None:
        self._flags = flags
        self._domain = f"client-{next(_domains)}"
        self._is_ready = False
        self._provider = _Recording(flags)
        self._client = api.get_client(self._domain)
        # On a thread: opening a client returns at once, but setting a provider blocks until it is ready.
        self._setting = threading.Thread(target=self._set_provider, daemon=True)
        self._setting.start()
        for event in ProviderEvent:
            self._client.add_handler(event, _recording(event, record))

    def _set_provider(self) -> None:
        try:
            api.set_provider_and_wait(self._provider, self._domain)
            self._is_ready = True
        except Exception:
            self._is_ready = False

    def ready(self) -> bool:
        self._setting.join()
        return self._is_ready

    def status(self) -> str:
        return self._client.get_provider_status().value

    def evaluate(self, asked: dict[str, Any]) -> dict[str, Any]:
        contexts = asked.get("contexts", {})
        hook = _Stages(contexts.get("before", {}))
        api.set_evaluation_context(_context_of(contexts.get("api", {})))
        api.set_transaction_context(_context_of(contexts.get("transaction", {})))
        self._client.context = _context_of(contexts.get("client", {}))
        details = self._ask(asked, FlagEvaluationOptions(hooks=[hook]))
        fields = {
            "reason": details.reason,
            "variant": details.variant,
            "errorCode": details.error_code,
            "ruleId": details.flag_metadata.get("ruleId"),
        }
        return {
            "value": details.value,
            **{name: str(getattr(each, "value", each)) for name, each in fields.items() if each is not None},
            "flagMetadata": dict(details.flag_metadata),
            "stages": hook.stages,
            "mergedContext": self._provider.merged,
        }

    def track(self, body: dict[str, Any]) -> None:
        details = TrackingEventDetails(body["value"]) if "value" in body else None
        self._client.track(body["name"], _context_of(body["context"]), details)

    def close(self) -> None:
        """Replaces the provider, which shuts it down, and waits until that has closed the flags."""
        self._setting.join()
        api.set_provider_and_wait(NoOpProvider(), self._domain)
        while self._flags.status != "closed":
            time.sleep(0.001)

    def _ask(self, asked: dict[str, Any], options: FlagEvaluationOptions) -> FlagEvaluationDetails[Any]:
        key, fallback = asked["flagKey"], asked.get("fallback")
        context = _context_of(asked.get("context") or {})
        question: Any = {
            "boolean": self._client.get_boolean_details,
            "json": self._client.get_object_details,
            "string": self._client.get_string_details,
            "integer": self._client.get_integer_details,
        }.get(asked.get("type", ""), self._client.get_float_details)
        details: FlagEvaluationDetails[Any] = question(key, fallback, context, options)
        return details


def _context_of(said: dict[str, Any]) -> EvaluationContext:
    attributes = {name: value for name, value in said.items() if name != "targetingKey"}
    return EvaluationContext(said.get("targetingKey"), attributes)


def _recording(event: ProviderEvent, record: Callable[..., None]) -> Callable[[EventDetails], None]:
    def handle(details: EventDetails) -> None:
        record(type=event.value, **({"keys": details.flags_changed} if details.flags_changed else {}))

    return handle


class _Recording(BuntingProvider):
    """Records the last context that the provider received."""

    def __init__(self, flags: Flags) -> None:
        super().__init__(flags)
        self.merged: dict[str, Any] = {}

    def resolve_boolean_details(
        self, flag_key: str, default_value: bool, evaluation_context: EvaluationContext | None = None
    ) -> FlagResolutionDetails[bool]:
        if evaluation_context is not None:
            self.merged = dict(evaluation_context.attributes)
        return super().resolve_boolean_details(flag_key, default_value, evaluation_context)


class _Stages(Hook):
    """Records the stages of an evaluation."""

    def __init__(self, before: dict[str, Any]) -> None:
        self.stages: list[str] = []
        self._before = before

    def before(self, hook_context: HookContext, hints: HookHints) -> EvaluationContext:
        self.stages.append("before")
        return _context_of(self._before)

    def after(self, hook_context: HookContext, details: FlagEvaluationDetails[Any], hints: HookHints) -> None:
        self.stages.append("after")

    def error(self, hook_context: HookContext, exception: Exception, hints: HookHints) -> None:
        self.stages.append("error")

    def finally_after(self, hook_context: HookContext, details: FlagEvaluationDetails[Any], hints: HookHints) -> None:
        self.stages.append("finally")
