"""Serves the SDK over HTTP for the harness. Prints its URL on the first line, and exits when stdin closes."""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bunting_sdk import __version__
from test_service.clients import Clients

_ABOUT = {"sdk": "python", "version": __version__, "capabilities": ["fork", "openfeature"]}


def _process() -> dict[str, int]:
    """Returns the resources of this process. Works on Linux only."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return {
        "threads": _count("/proc/self/task"),
        "fds": _count("/proc/self/fd"),
        "rss": int(pages) * os.sysconf("SC_PAGE_SIZE"),
    }


def _count(folder: str) -> int:
    return sum(1 for _ in Path(folder).iterdir())


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Buffers the response: headers and body in two writes would wait for an acknowledgement in between.
    wbufsize = -1
    clients = Clients()

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_DELETE(self) -> None:
        self._answer()
        if self.path == "/":
            threading.Thread(target=self.server.shutdown).start()

    def log_message(self, *_arguments: Any) -> None:
        """Logs nothing, since the harness reads the output."""

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else {}
        try:
            status, answer = self._answer_to(body)
        except Exception as raised:
            status, answer = 500, {"message": repr(raised)}
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        # The process may exit before this thread continues.
        self.wfile.flush()

    def _answer_to(self, body: dict[str, Any]) -> tuple[int, Any]:
        url = urlsplit(self.path)
        match self.command, url.path.split("/")[1:]:
            case "GET", [""]:
                return 200, _ABOUT
            case "DELETE", [""]:
                return 200, {}
            case "GET", ["process"]:
                return 200, _process()
            case "POST", ["clients"]:
                return 201, {"id": self.clients.open(body)}
            case "DELETE", ["clients", client]:
                return 200, {"ms": self.clients.close(client)}
            case "GET", ["clients", client, "events"]:
                after = int(parse_qs(url.query).get("after", ["0"])[0])
                return 200, {"events": self.clients.get(client).events(after)}
            case _, ["clients", client, verb]:
                return 200, self.clients.get(client).do(verb, body)
        return 404, {"message": f"{self.command} {self.path} is nothing here"}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # The harness opens many connections at once.
    request_queue_size = 128


def main() -> None:
    server = _Server(("127.0.0.1", 0), _Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)

    def end_with_input() -> None:
        sys.stdin.read()
        server.shutdown()

    threading.Thread(target=end_with_input, daemon=True).start()
    server.serve_forever()
    server.server_close()


if __name__ == "__main__":
    main()
