from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from bunting_sdk.all_of import all_of
from bunting_sdk.compiled_flag import Outcome
from bunting_sdk.core.telemetry.tally import Counted
from bunting_sdk.core.types import Details, EvaluationError, FlagType, Json
from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.context import NOBODY, Context
from bunting_sdk.live_bundle import LiveBundle
from bunting_sdk.unknown_flags import UnknownFlags

Document = TypeVar("Document", bound=Json)


class Answers:
    """The evaluation methods of ``Flags``.

    Evaluations read memory only and never raise: if anything goes wrong, they return the fallback. Arguments of any
    type are tolerated, since type hints are not enforced at run time.
    """

    def __init__(
        self,
        count: Callable[[Counted], None] | None = None,
        expose: Callable[[CompiledFlag, Context], None] | None = None,
    ) -> None:
        # Behind a single reference, so that a reader sees all of a change or none of it.
        self._compiled: Mapping[str, CompiledFlag] = {}
        self._live: LiveBundle | None = None
        self._count = count
        self._expose = expose
        self._unknown = UnknownFlags()

    def boolean(self, key: str, context: Context | None, fallback: bool, *, exposure: bool = True) -> bool:
        """Returns the value of a boolean flag, or ``fallback`` if the flag cannot be evaluated.

        With ``exposure=False`` the evaluation does not expose the user to an experiment.

        >>> if flags.boolean("new-checkout", Context("ada"), False):  # doctest: +SKIP
        ...     print("the new checkout")
        """
        try:
            flag = self._compiled[key]
            outcome = flag.evaluate(context)  # type: ignore[arg-type]
            if outcome.type == "boolean":
                if self._count is not None:
                    self._count(outcome.counted)
                    if flag.may_expose and exposure and self._expose is not None:
                        self._expose(flag, context)  # type: ignore[arg-type]
                value: bool = outcome.value
                return value
        except Exception:
            pass
        return cast("bool", self._value("boolean", key, context, fallback, exposure=exposure))

    def string(self, key: str, context: Context | None, fallback: str, *, exposure: bool = True) -> str:
        """Returns the value of a string flag, or ``fallback`` if the flag cannot be evaluated."""
        return cast("str", self._value("string", key, context, fallback, exposure=exposure))

    def number(self, key: str, context: Context | None, fallback: float, *, exposure: bool = True) -> float:
        """Returns the value of a number flag, or ``fallback`` if the flag cannot be evaluated.

        A whole number is an ``int``.
        """
        return cast("float", self._value("number", key, context, fallback, exposure=exposure))

    def json(
        self,
        key: str,
        context: Context | None,
        fallback: Document,
        check: Callable[[Any], bool] | None = None,
        *,
        exposure: bool = True,
    ) -> Document:
        """Returns the value of a JSON flag, or ``fallback`` if the flag cannot be evaluated or ``check`` rejects it.

        The value is shared by all callers and read-only.
        """
        return cast("Document", self._value("json", key, context, fallback, check, exposure=exposure))

    def boolean_details(
        self, key: str, context: Context | None, fallback: bool, *, exposure: bool = True
    ) -> Details[bool]:
        """Like ``boolean``, with the reason for the value."""
        return self._details("boolean", key, context, fallback, exposure=exposure)

    def string_details(
        self, key: str, context: Context | None, fallback: str, *, exposure: bool = True
    ) -> Details[str]:
        """Like ``string``, with the reason for the value."""
        return self._details("string", key, context, fallback, exposure=exposure)

    def number_details(
        self, key: str, context: Context | None, fallback: float, *, exposure: bool = True
    ) -> Details[float]:
        """Like ``number``, with the reason for the value."""
        return self._details("number", key, context, fallback, exposure=exposure)

    def json_details(
        self,
        key: str,
        context: Context | None,
        fallback: Document,
        check: Callable[[Any], bool] | None = None,
        *,
        exposure: bool = True,
    ) -> Details[Document]:
        """Like ``json``, with the reason for the value."""
        return self._details("json", key, context, fallback, check, exposure=exposure)

    def all(self, context: Context | None, *, client_safe: bool = False) -> dict[str, Details[Any]]:
        """Returns the results of all flags for one context; with ``client_safe`` only those that a browser may see.

        These evaluations are neither counted nor reported as exposures, since the results are passed on to a client.
        """
        live = self._current()
        return {} if live is None else all_of(live, context or NOBODY, client_safe=client_safe)

    def _current(self) -> LiveBundle | None:
        return self._live

    def _swap(self, live: LiveBundle) -> None:
        self._live = live
        self._compiled = live.compiled

    def _value(
        self,
        flag_type: FlagType,
        key: str,
        context: Context | None,
        fallback: Any,
        check: Callable[[Any], bool] | None = None,
        *,
        exposure: bool = True,
    ) -> Any:
        found = self._resolve(flag_type, key, context, check, exposure=exposure)
        return found.value if isinstance(found, Outcome) else fallback

    def _details(
        self,
        flag_type: FlagType,
        key: str,
        context: Context | None,
        fallback: Any,
        check: Callable[[Any], bool] | None = None,
        *,
        exposure: bool = True,
    ) -> Details[Any]:
        found = self._resolve(flag_type, key, context, check, exposure=exposure)
        if isinstance(found, Outcome):
            return found.details
        return Details(fallback, "FLAG_NOT_FOUND" if found == "FLAG_NOT_FOUND" else "ERROR", error=found)

    def _resolve(
        self,
        flag_type: FlagType,
        key: str,
        context: Context | None,
        check: Callable[[Any], bool] | None,
        *,
        exposure: bool,
    ) -> Outcome | EvaluationError:
        live = self._current()
        if live is None:
            return "NOT_READY"
        try:
            flag = live.live.get(key)
        except Exception:
            # The key can be of any type, such as one that is unhashable or whose hash raises.
            flag = None
        if flag is None:
            self._tell(self._unknown.of(key))
            return "FLAG_NOT_FOUND"
        if flag.compiled.broken:
            self._tell(flag.failed)
            return "GENERAL"
        try:
            outcome: Outcome = flag.compiled.evaluate(NOBODY if context is None else context)
            is_it = outcome.type == flag_type and (check is None or _passes(check, outcome.value))
        except Exception:
            # A context can hold objects of any type.
            self._tell(flag.failed)
            return "GENERAL"
        self._tell(outcome.counted if is_it else flag.failed)
        if is_it and flag.compiled.may_expose and exposure and self._expose is not None:
            self._expose(flag.compiled, NOBODY if context is None else context)
        return outcome if is_it else "TYPE_MISMATCH"

    def _tell(self, counted: Counted) -> None:
        if self._count is not None:
            self._count(counted)


def _passes(check: Callable[[Any], bool], value: Any) -> bool:
    try:
        return bool(check(value))
    except Exception:
        return False
