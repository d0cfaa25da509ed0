from collections.abc import Callable, Iterable
from typing import Any

from bunting_sdk.core.telemetry.tracked import Tracked
from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.context import NOBODY, Context
from bunting_sdk.engine.evaluate.exposures import asked_by
from bunting_sdk.live_bundle import Experiments, LiveBundle


class Exposures:
    """Reports which units were exposed to which variants, and tracked events."""

    def __init__(self, tracked: Tracked, current: Callable[[], LiveBundle | None]) -> None:
        self._tracked = tracked
        self._current = current
        # The experiments of the current bundle, looked up once per bundle.
        self._known: tuple[LiveBundle | None, Experiments] = (None, Experiments(frozenset(), frozenset()))
        # The attributes that experiments split by, also ended ones: events of their units count until their windows are over.
        self._split_by: set[str] = set()

    def expose(self, flag: CompiledFlag, context: Context) -> None:
        """Reports the exposures of an evaluated flag and of its prerequisites. It never raises."""
        try:
            for asked, outcome in asked_by(flag, context):
                self._expose(asked, outcome.details, context)
        except Exception:
            # A context can hold objects of any type.
            return

    def _expose(self, flag: CompiledFlag, details: Any, context: Context) -> None:
        experiment = flag.experiment
        if experiment is None or experiment.event is not None or details.variant is None:
            return
        if details.reason != "ROLLOUT" or details.rule_id != experiment.rule_id:
            return
        unit = experiment.unit_of(context)
        if unit is None or not self._tracked.is_first(flag.key, experiment.rule_id, unit):
            return
        if experiment.attribute is not None:
            self._split_by.add(experiment.attribute)
        names = ("userId", "anonymousId") if experiment.attribute is None else (experiment.attribute,)
        self._tracked.expose(flag.key, experiment.rule_id, details.variant, _cut(context, names))

    def track(self, name: str, context: Context | None, value: float | None) -> None:
        """Sends an event that exposes with its whole context, and any other with the ids of the unit only."""
        try:
            who = NOBODY if context is None else context
            events, attributes = self._experiments()
            self._split_by.update(attributes)
            names = who.attributes.keys() if name in events else self._split_by.copy()
            self._tracked.track(name, _cut(who, {"userId", "anonymousId", *names}), value)
        except Exception:
            # A context that cannot be read cannot be sent.
            return

    def _experiments(self) -> Experiments:
        live, known = self._known
        current = self._current()
        if current is not live and current is not None:
            known = current.experiments()
            self._known = (current, known)
        return known


def _cut(context: Context, names: Iterable[str]) -> dict[str, Any]:
    """Reduces a context to the fields with these names."""
    ids = {"userId": context.user_id, "anonymousId": context.anonymous_id}
    cut = {name: ids[name] for name in names if ids.get(name) is not None}
    others = {name: context.attributes.get(name) for name in names if name not in cut}
    attributes = {name: value for name, value in others.items() if isinstance(value, (str, int, float, list))}
    return {**cut, "attributes": attributes} if attributes else cut
