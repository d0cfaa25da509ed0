"""HTTP by the standard library, so that the SDK installs everywhere without dependencies."""

import base64
import contextlib

# The first connection would import it otherwise: a fork in that moment leaves an import lock that blocks the child.
import encodings.idna  # noqa: F401
import http.client
import io
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from bunting_sdk.core.retry import Headers, date_s
from bunting_sdk.version import SDK_VERSION

_CHUNK: Final = 65_536
# `Date` has whole seconds and takes a while to arrive: a smaller difference does not count as clock skew.
_TOLERANCE_S: Final = 10.0


class Clock:
    """The current time, corrected by the service's clock if the machine's clock is off."""

    def __init__(self) -> None:
        self._offset_s = 0.0

    def now_s(self) -> float:
        return time.time() + self._offset_s

    def hear(self, headers: Headers) -> None:
        try:
            offset_s = date_s(headers.get("Date") or "") - time.time()
        except ValueError:
            return
        self._offset_s = offset_s if abs(offset_s) > _TOLERANCE_S else 0.0


class Answer:
    """The status and headers of a response."""

    def __init__(self, status: int, headers: Headers) -> None:
        self.status = status
        self.headers = headers

    @property
    def is_ok(self) -> bool:
        return 200 <= self.status < 300


class Service:
    """One of the APIs: its URL, key and open requests."""

    def __init__(
        self, url: str, key: str, clock: Clock, *, ssl_context: ssl.SSLContext | None = None, timing: float = 1.0
    ) -> None:
        # A variable that is not set is told of, as any other address that is none.
        self.url = str(url or "").rstrip("/")
        self.key = key
        self.clock = clock
        self._ssl_context = ssl_context
        self._timing = timing
        self._exchanges: set[Exchange] = set()
        self._is_closed = False

    def scaled(self, seconds: float) -> float:
        """Scales a wait. Tests make all waits shorter."""
        return seconds * self._timing

    @contextlib.contextmanager
    def exchange(self) -> "Iterator[Exchange]":
        exchange = Exchange(self)
        self._exchanges.add(exchange)
        try:
            if self._is_closed:
                raise ConnectionAbortedError("the flags were closed")
            yield exchange
        finally:
            self._exchanges.discard(exchange)
            exchange.close()

    def close(self) -> None:
        """Aborts all open requests. Safe to call from any thread."""
        self._is_closed = True
        for exchange in list(self._exchanges):
            exchange.abort()

    def after_fork(self) -> None:
        """Drops the parent's connections without closing them."""
        self._exchanges = set()

    def connection(self, timeout_s: float) -> tuple[http.client.HTTPConnection, str, dict[str, str]]:
        """Returns a connection, the prefix of its paths, and the headers for a proxy."""
        parts = urlsplit(self.url)
        host, port = parts.hostname, parts.port
        if parts.scheme not in ("http", "https") or not host:
            raise ValueError(f"{self.url or 'nothing'} is no address of a service")
        proxy = _proxy_of(parts)
        if parts.scheme == "https":
            context = self._context()
            if proxy is None:
                return http.client.HTTPSConnection(host, port, timeout=timeout_s, context=context), parts.path, {}
            tunnel = http.client.HTTPSConnection(
                proxy.hostname or "", proxy.port or 80, timeout=timeout_s, context=context
            )
            tunnel.set_tunnel(host, port, _proxy_headers(proxy))
            return tunnel, parts.path, {}
        if proxy is None:
            return http.client.HTTPConnection(host, port, timeout=timeout_s), parts.path, {}
        plain = http.client.HTTPConnection(proxy.hostname or "", proxy.port or 80, timeout=timeout_s)
        return plain, self.url, _proxy_headers(proxy)

    def _context(self) -> ssl.SSLContext:
        if self._ssl_context is None:
            self._ssl_context = ssl.create_default_context()
        return self._ssl_context


def _proxy_of(parts: SplitResult) -> SplitResult | None:
    proxy = getproxies().get(parts.scheme)
    if not proxy or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    return urlsplit(proxy if "://" in proxy else f"http://{proxy}")


def _proxy_headers(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    login = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}".encode()
    return {"Proxy-Authorization": f"Basic {base64.b64encode(login).decode()}"}


class Exchange:
    """One request and its response. The timeout of ``expect`` covers everything until ``expect`` is called again."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._end_s = 0.0
        self._timeout_s = 0.0
        self._socket: socket.socket | None = None
        self._connection: http.client.HTTPConnection | None = None
        self._response: http.client.HTTPResponse | None = None
        self._lock = threading.Lock()
        self._is_aborted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _raised: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def expect(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._end_s = time.monotonic() + timeout_s

    def left_s(self) -> float:
        left_s = self._end_s - time.monotonic()
        if left_s <= 0:
            raise TimeoutError(f"nothing was heard for {self._timeout_s:g} s")
        return left_s

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Answer:
        """Sends a request, and returns when the headers of the response have arrived."""
        connection, prefix, own = self._service.connection(self.left_s())
        self._connection = connection
        connection.connect()
        with self._lock:
            self._socket = connection.sock
            if self._is_aborted:
                raise ConnectionAbortedError("the flags were closed")
        connection.sock = _TimedSocket(self._socket, self)
        all_headers = {
            "Authorization": f"Bearer {self._service.key}",
            "User-Agent": f"bunting-python/{SDK_VERSION}",
            "Accept-Encoding": "gzip",
            **own,
            **headers,
        }
        connection.request(method, prefix + path, body, all_headers)
        self._response = connection.getresponse()
        answer = Answer(self._response.status, self._response.headers)
        self._service.clock.hear(answer.headers)
        return answer

    def chunks(self) -> Iterator[bytes]:
        """Yields the body in chunks as they arrive, decompressed."""
        response = self._response
        if response is None:
            return
        is_packed = (response.headers.get("Content-Encoding") or "").strip().lower() == "gzip"
        unpack = zlib.decompressobj(31) if is_packed else None
        while chunk := response.read1(_CHUNK):
            yield unpack.decompress(chunk) if unpack else chunk
        if unpack and not unpack.eof:
            raise EOFError("the answer ended in the middle")

    def read_all(self) -> bytes:
        return b"".join(self.chunks())

    def abort(self) -> None:
        """Aborts the request, and wakes the thread that waits for data."""
        with self._lock:
            self._is_aborted = True
            if self._socket is not None:
                # Bypasses TLS, whose closing handshake could block.
                with contextlib.suppress(OSError):
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def close(self) -> None:
        with self._lock:
            if self._response is not None:
                self._response.close()
            if self._socket is not None:
                self._socket.close()
            elif self._connection is not None:
                self._connection.close()
            self._socket = None


class _TimedSocket:
    """The part of a socket that ``http.client`` needs, with the timeout of the exchange."""

    def __init__(self, own: socket.socket, exchange: Exchange) -> None:
        self._own = own
        self._exchange = exchange

    def sendall(self, data: bytes) -> None:
        self._own.settimeout(self._exchange.left_s())
        self._own.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._own, self._exchange), _CHUNK)

    def close(self) -> None:
        """Does nothing: the exchange closes the socket, since the response may still be read."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)


class _TimedReader(io.RawIOBase):
    def __init__(self, own: socket.socket, exchange: Exchange) -> None:
        super().__init__()
        self._own = own
        self._exchange = exchange

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._own.settimeout(self._exchange.left_s())
        try:
            return self._own.recv_into(buffer)
        except TimeoutError:
            self._exchange.left_s()
            raise
