"""A fake service that sends bundles and patches for tests."""

import json
import queue
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


def flag(value: Any, *, key: str = "flag", version: int = 1, **config: Any) -> dict[str, Any]:
    types = {bool: "boolean", str: "string", int: "number", float: "number"}
    whole = {"version": version, "enabled": True, "defaultValue": value, "rules": [], **config}
    return {"id": f"flag_{key}", "type": types.get(type(value), "json"), "clientSafe": True, "config": whole}


def bundle(revision: int = 1, **flags: Any) -> dict[str, Any]:
    return {"format": 2, "environmentId": "env_1", "revision": revision, "flags": flags, "segments": {}}


def patch(before: int, **flags: Any) -> dict[str, Any]:
    return {**bundle(before + 1, **flags), "from": before}


class Delivery:
    """Serves both APIs: streams of the Delivery API, and telemetry events of the Management API."""

    def __init__(self, first: dict[str, Any] | None) -> None:
        self._lock = threading.Condition()
        self._sent: list[dict[str, Any]] = [] if first is None else [first]
        self.batches: list[list[dict[str, Any]]] = []
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.status = 200
        delivery = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                delivery._get(self)

            def do_POST(self) -> None:
                delivery._post(self)

            def log_message(self, *_arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._is_over = False
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def send(self, sent: dict[str, Any]) -> None:
        with self._lock:
            self._sent.append(sent)
            self._lock.notify_all()

    def counts(self) -> dict[str, int]:
        """Returns the reported number of evaluations of each flag."""
        found: dict[str, int] = {}
        for event in (event for batch in list(self.batches) for event in batch):
            found[event["flagKey"]] = found.get(event["flagKey"], 0) + event["count"]
        return found

    def close(self) -> None:
        with self._lock:
            self._is_over = True
            self._lock.notify_all()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def _get(self, handler: BaseHTTPRequestHandler) -> None:
        self.requests.append((handler.path, dict(handler.headers)))
        if self.status != 200:
            self._answer(handler, self.status, b"")
        elif handler.path.startswith("/v1/stream"):
            handler.send_response(200)
            handler.send_header("Content-Type", "text/event-stream")
            handler.send_header("Connection", "close")
            handler.end_headers()
            handler.close_connection = True
            self._stream(handler)
        else:
            with self._lock:
                body = json.dumps(self._sent[-1]).encode() if self._sent else b""
            self._answer(handler, 200 if body else 503, body)

    def _stream(self, handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b":\n\n")
        for sent in self._each():
            kind = "patch" if "from" in sent else "bundle"
            event = f"id: {sent['revision']}\nevent: {kind}\ndata: {json.dumps(sent)}\n\n"
            try:
                handler.wfile.write(event.encode())
            except OSError:
                return

    def _each(self) -> Iterator[dict[str, Any]]:
        at = 0
        while True:
            with self._lock:
                while not self._is_over and len(self._sent) <= at:
                    self._lock.wait()
                if self._is_over:
                    return
                sent = self._sent[at]
            at += 1
            yield sent

    def _post(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        self.batches.append(json.loads(body)["events"])
        self._answer(handler, 202, b"{}")

    def _answer(self, handler: BaseHTTPRequestHandler, status: int, body: bytes) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)


class Heard:
    """A listener that queues its events, so that a test can wait for them."""

    def __init__(self) -> None:
        self._events: queue.Queue[Any] = queue.Queue()
        self.listen: Callable[[Any], None] = self._events.put

    def next(self) -> Any:
        return self._events.get(timeout=60)

    @property
    def is_empty(self) -> bool:
        return self._events.empty()
