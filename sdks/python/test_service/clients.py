import itertools
import time
from collections.abc import Callable
from typing import Any

from bunting_sdk import FileCache, Flags, Telemetry, open_flags
from test_service.evaluate import context_of, details_of, shown, track
from test_service.forked import evaluate_in_child
from test_service.open_feature import OpenFeatureClient
from test_service.stress import stress

# An address that nothing listens on.
_NOWHERE = "http://127.0.0.1:9"


class Clients:
    """The open clients, by id."""

    def __init__(self) -> None:
        self._clients: dict[str, Client] = {}
        self._ids = itertools.count(1)

    def open(self, options: dict[str, Any]) -> str:
        client_id = str(next(self._ids))
        self._clients[client_id] = Client(options)
        return client_id

    def get(self, client_id: str) -> "Client":
        return self._clients[client_id]

    def close(self, client_id: str) -> float:
        began_s = time.monotonic()
        self._clients[client_id].close()
        return (time.monotonic() - began_s) * 1_000


def _open(options: dict[str, Any]) -> Flags:
    told = options.get("telemetry")
    flush_ms = told.get("flushMs") if told else None
    return open_flags(
        options.get("url", _NOWHERE),
        options.get("key", "sk_test"),
        bootstrap=options.get("bootstrap"),
        cache=FileCache(options["cacheFile"]) if "cacheFile" in options else None,
        telemetry=Telemetry(told["url"], None if flush_ms is None else flush_ms / 1_000) if told else None,
        _timing=options.get("timing", 1),
    )


class Client:
    def __init__(self, options: dict[str, Any]) -> None:
        self._told: list[dict[str, Any]] = []
        self._flags = _open(options)
        self._record_events()
        is_open_feature = options.get("api") == "openfeature"
        self._open_feature = OpenFeatureClient(self._flags, self._record) if is_open_feature else None

    def do(self, verb: str, body: dict[str, Any]) -> Any:
        verbs: dict[str, Callable[[], Any]] = {
            "ready": lambda: {"ready": self._ready(body["timeoutMs"] / 1_000)},
            "evaluate": lambda: self._evaluate(body),
            "evaluate-many": lambda: {"results": [self._evaluate(asked) for asked in body["cases"]]},
            "all": lambda: self._all(body),
            "track": lambda: self._track(body),
            "flush": self._flush,
            "stress": lambda: stress(self._flags, body),
            "fork": lambda: evaluate_in_child(self._flags, body),
            "state": self._state,
        }
        return verbs[verb]()

    def events(self, after: int) -> list[dict[str, Any]]:
        return self._told[after:]

    def close(self) -> None:
        if self._open_feature is not None:
            self._open_feature.close()
        else:
            self._flags.close()

    def _ready(self, timeout_s: float) -> bool:
        if not self._flags.ready(timeout_s):
            return False
        return self._open_feature.ready() if self._open_feature is not None else True

    def _evaluate(self, asked: dict[str, Any]) -> dict[str, Any]:
        if self._open_feature is not None:
            return self._open_feature.evaluate(asked)
        return shown(details_of(self._flags, asked))

    def _all(self, body: dict[str, Any]) -> dict[str, Any]:
        answers = self._flags.all(context_of(body.get("context", {})), client_safe=body.get("clientSafe", False))
        return {"flags": {key: shown(details) for key, details in answers.items()}}

    def _track(self, body: dict[str, Any]) -> dict[str, Any]:
        for _ in range(body.get("times", 1)):
            if self._open_feature is not None:
                self._open_feature.track(body)
            else:
                track(self._flags, body)
        return {}

    def _flush(self) -> dict[str, Any]:
        self._flags.flush()
        return {}

    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = {"status": self._flags.status}
        if self._flags.revision is not None:
            state["revision"] = self._flags.revision
        if self._open_feature is not None:
            state["providerStatus"] = self._open_feature.status()
        return state

    def _record(self, **event: Any) -> None:
        self._told.append({"n": len(self._told) + 1, **event})

    def _record_events(self) -> None:
        flags = self._flags
        flags.on("ready", lambda event: self._record(type="ready", revision=event.revision))
        flags.on("changed", lambda event: self._record(type="changed", keys=list(event.keys)))
        flags.on("stale", lambda event: self._record(type="stale", revision=event.revision))
        flags.on(
            "error",
            lambda event: self._record(type="error", code=event.error.code, message=event.error.message),
        )
