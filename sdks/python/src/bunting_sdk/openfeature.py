"""A provider for OpenFeature's Python SDK: ``pip install bunting-sdk[openfeature]``."""

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from openfeature.evaluation_context import EvaluationContext
from openfeature.event import ProviderEventDetails
from openfeature.exception import ErrorCode, ProviderFatalError, ProviderNotReadyError
from openfeature.flag_evaluation import FlagResolutionDetails, FlagValueType, Reason
from openfeature.provider import AbstractProvider, Metadata
from openfeature.track import TrackingEventDetails

from bunting_sdk.core.types import Details, EvaluationError
from bunting_sdk.engine.context import AttributeValue, Context
from bunting_sdk.engine.values.text import utf16_length
from bunting_sdk.events import Changed, Ready, Stale
from bunting_sdk.flags import Flags

__all__ = ["BuntingProvider"]

Value = TypeVar("Value")
_Object = Sequence[FlagValueType] | Mapping[str, FlagValueType]
_OnTrack = Callable[[str, EvaluationContext | None, TrackingEventDetails | None], object]

_REASONS: Final = {
    "RULE_MATCH": Reason.TARGETING_MATCH,
    "ROLLOUT": Reason.SPLIT,
    "DEFAULT": Reason.DEFAULT,
    "DISABLED": Reason.DISABLED,
    "FLAG_NOT_FOUND": Reason.ERROR,
    "ERROR": Reason.ERROR,
}

_ERRORS: Final[dict[EvaluationError, tuple[ErrorCode, str]]] = {
    "FLAG_NOT_FOUND": (ErrorCode.FLAG_NOT_FOUND, "There is no such flag in this environment."),
    "TYPE_MISMATCH": (ErrorCode.TYPE_MISMATCH, "The flag is of another type."),
    "NOT_READY": (ErrorCode.PROVIDER_NOT_READY, "There are no flags yet."),
    "GENERAL": (ErrorCode.GENERAL, "The flag could not be evaluated for this context."),
}

# The limits of the service.
_MAX_ITEMS: Final = 100
_MAX_CHARACTERS: Final = 1_024


class BuntingProvider(AbstractProvider):
    """An OpenFeature provider that evaluates Bunting's flags. Shutting down OpenFeature closes the flags.

    >>> api.set_provider_and_wait(BuntingProvider(open_flags("http://127.0.0.1:4001", "sk_…")))  # doctest: +SKIP
    >>> api.get_client().get_boolean_value("new-checkout", False, EvaluationContext("ada", {"plan": "pro"}))  # doctest: +SKIP

    ``timeout`` is the number of seconds that ``set_provider_and_wait`` waits for the first flags. ``on_track`` receives
    the calls of ``client.track`` too; Bunting keeps the name, the value and a hash of the user, and nothing else.
    """

    def __init__(self, flags: Flags, *, timeout: float = 10.0, on_track: _OnTrack | None = None) -> None:
        super().__init__()
        self._flags = flags
        self._timeout = timeout
        self._on_track = on_track
        # Until then OpenFeature itself emits the ready event.
        self._is_initialized = False
        flags.on("ready", self._tell_ready)
        flags.on("stale", self._tell_stale)
        flags.on("changed", self._tell_changed)

    def get_metadata(self) -> Metadata:
        return Metadata("bunting")

    def initialize(self, evaluation_context: EvaluationContext) -> None:
        is_ready = self._flags.ready(self._timeout)
        self._is_initialized = True
        if is_ready:
            return
        if self._flags.error is not None and self._flags.error.code == "KEY_REFUSED":
            raise ProviderFatalError("Bunting refuses the key.")
        raise ProviderNotReadyError("Bunting has not sent any flags yet.")

    def shutdown(self) -> None:
        self._flags.close()

    def resolve_boolean_details(
        self, flag_key: str, default_value: bool, evaluation_context: EvaluationContext | None = None
    ) -> FlagResolutionDetails[bool]:
        details = self._flags.boolean_details(flag_key, _context_of(evaluation_context), default_value)
        return self._resolved(details, evaluation_context)

    def resolve_string_details(
        self, flag_key: str, default_value: str, evaluation_context: EvaluationContext | None = None
    ) -> FlagResolutionDetails[str]:
        details = self._flags.string_details(flag_key, _context_of(evaluation_context), default_value)
        return self._resolved(details, evaluation_context)

    def resolve_integer_details(
        self, flag_key: str, default_value: int, evaluation_context: EvaluationContext | None = None
    ) -> FlagResolutionDetails[int]:
        details = self._flags.number_details(flag_key, _context_of(evaluation_context), default_value)
        if details.error is None and not float(details.value).is_integer():
            mismatch: Details[int] = Details(default_value, "ERROR", error="TYPE_MISMATCH")
            return self._resolved(mismatch, evaluation_context)
        return self._resolved(details, evaluation_context, int)

    def resolve_float_details(
        self, flag_key: str, default_value: float, evaluation_context: EvaluationContext | None = None
    ) -> FlagResolutionDetails[float]:
        details = self._flags.number_details(flag_key, _context_of(evaluation_context), default_value)
        return self._resolved(details, evaluation_context, float)

    def resolve_object_details(
        self, flag_key: str, default_value: _Object, evaluation_context: EvaluationContext | None = None
    ) -> FlagResolutionDetails[_Object]:
        fallback: Any = default_value
        details: Details[Any] = self._flags.json_details(flag_key, _context_of(evaluation_context), fallback)
        return self._resolved(details, evaluation_context)

    def track(
        self,
        tracking_event_name: str,
        evaluation_context: EvaluationContext | None = None,
        tracking_event_details: TrackingEventDetails | None = None,
    ) -> None:
        value = None if tracking_event_details is None else tracking_event_details.value
        self._flags.track(tracking_event_name, _context_of(evaluation_context), value=value)
        if self._on_track is not None:
            self._on_track(tracking_event_name, evaluation_context, tracking_event_details)

    def _tell_ready(self, _event: Ready) -> None:
        if self._is_initialized:
            self.emit_provider_ready(ProviderEventDetails())

    def _tell_stale(self, _event: Stale) -> None:
        if self._is_initialized:
            self.emit_provider_stale(ProviderEventDetails())

    def _tell_changed(self, event: Changed) -> None:
        if self._is_initialized:
            self.emit_provider_configuration_changed(ProviderEventDetails(flags_changed=list(event.keys)))

    def _resolved(
        self,
        details: Details[Any],
        context: EvaluationContext | None,
        convert: Callable[[Any], Any] | None = None,
    ) -> FlagResolutionDetails[Any]:
        """Adds the metadata that OpenFeature's hooks report, by the names of its specification."""
        metadata = {
            "flagSetId": self._flags.environment_id,
            "contextId": context.targeting_key if context else None,
            "version": None if details.version is None else str(details.version),
            "ruleId": details.rule_id,
        }
        known = {name: text for name, text in metadata.items() if text}
        if details.error is not None:
            code, message = _ERRORS[details.error]
            return FlagResolutionDetails(details.value, code, message, Reason.ERROR, flag_metadata=known)
        is_static = details.is_static and details.reason == "DEFAULT"
        return FlagResolutionDetails(
            convert(details.value) if convert else details.value,
            reason=Reason.STATIC if is_static else _REASONS[details.reason],
            variant=details.variant or _variant_of(details.value),
            flag_metadata=known,
        )


def _variant_of(value: object) -> str | None:
    """The variant of a boolean flag, which has none of its own: on or off, by OpenFeature's convention."""
    if not isinstance(value, bool):
        return None
    return "on" if value else "off"


def _context_of(context: EvaluationContext | None) -> Context | None:
    """Maps the targeting key to the user and every other property to an attribute.

    Dates become texts; values that cannot be attributes are left out.
    """
    if context is None:
        return None
    attributes: dict[str, AttributeValue] = {name: _attribute_of(value) for name, value in context.attributes.items()}
    return Context(context.targeting_key, attributes=attributes)


def _attribute_of(value: object) -> Any:
    return _list_of(value) if isinstance(value, (list, tuple)) else _scalar_of(value)


def _scalar_of(value: object) -> Any:
    if isinstance(value, datetime):
        # Like everywhere in Bunting, a time without an offset is in UTC.
        instant = value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
        return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return value if isinstance(value, (str, bool, int, float)) else None


def _list_of(values: Sequence[object]) -> Any:
    """Returns None for a list that is too long or has an element that Bunting would refuse."""
    items = [_scalar_of(value) for value in values]
    return items if len(items) <= _MAX_ITEMS and all(map(_is_item, items)) else None


def _is_item(item: object) -> bool:
    if isinstance(item, str):
        return utf16_length(item) <= _MAX_CHARACTERS
    return isinstance(item, (bool, int)) or (isinstance(item, float) and math.isfinite(item))
