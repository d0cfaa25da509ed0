"""Tests servers that load an application before they fork."""

import http.client
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.delivery import Delivery, bundle, flag, patch
from tests.support.run import ENVIRONMENT

_APP = """
import os
from bunting_sdk import Context, open_flags
flags = open_flags(os.environ["BUNTING_URL"], "sk_1")
assert flags.ready(60)

def application(environ, start_response):
    body = f"{os.getpid()} {flags.boolean('a', Context('ada'), False)}".encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]
"""


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def _ask(port: int) -> list[str]:
    """Returns a worker's process id and its answer, or nothing before the server listens."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/")
        answer = connection.getresponse().read().decode()
        connection.close()
    except OSError:
        return []
    return answer.split()


def _gunicorn(port: int) -> list[str]:
    options = ["--preload", "--workers", "2", "--bind", f"127.0.0.1:{port}", "--log-level", "error"]
    return [sys.executable, "-m", "gunicorn", *options, "shop:application"]


def _uwsgi(port: int, *more: str) -> list[str]:
    options = ["--master", "--processes", "2", "--need-app", "--die-on-term", "--disable-logging", "--module", "shop"]
    return [str(Path(sys.executable).with_name("uwsgi")), "--http-socket", f"127.0.0.1:{port}", *options, *more]


@pytest.mark.parametrize(
    "command", [_gunicorn, lambda port: _uwsgi(port, "--enable-threads")], ids=["gunicorn", "uwsgi"]
)
def test_every_worker_follows_though_flags_were_opened_before_the_fork(
    command: Callable[[int], list[str]], tmp_path: Path
) -> None:
    (tmp_path / "shop.py").write_text(_APP)
    port = _free_port()
    with Delivery(bundle(a=flag(False))) as delivery:
        environment = {**ENVIRONMENT, "BUNTING_URL": delivery.url}
        program = subprocess.Popen(command(port), cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)
        try:
            while _ask(port)[1:] != ["False"]:
                assert program.poll() is None
            delivery.send(patch(1, a=flag(True, version=2)))
            # Neither worker had a thread right after the fork.
            current: set[str] = set()
            while len(current) < 2:
                worker, *answer = _ask(port) or [""]
                if answer == ["True"]:
                    current.add(worker)
        finally:
            program.send_signal(signal.SIGTERM)
            program.wait()


def test_uwsgi_that_runs_no_threads_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("from bunting_sdk import open_flags\nopen_flags('http://127.0.0.1:9', 'sk_1')")
    # It ends at once, since this is no application.
    ended = subprocess.run(_uwsgi(0), cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert "no app loaded" in ended.stderr
    assert "uWSGI runs threads only with enable-threads = true" in ended.stderr
