import re
from collections.abc import Callable
from typing import Final, NamedTuple
from urllib.parse import quote

from bunting_sdk.connection.service import Answer, Exchange, Service
from bunting_sdk.core.event_stream import EventParser
from bunting_sdk.core.failure import FlagsError
from bunting_sdk.core.retry import retry_after_s

# The maximum wait for the first byte of a response.
_ANSWER_TIMEOUT_S: Final = 3.0
# The maximum silence of a stream, which sends a comment every 15 s; also the total time for a bundle's body.
_IDLE_TIMEOUT_S: Final = 20.0
_ETAG: Final = re.compile(r'(?:W/)?"(.*)"')


class Received(NamedTuple):
    """A revision, with the text of the bundle or patch if it is a new one."""

    text: str | None = None
    revision: str | None = None


class RefusedError(Exception):
    """Raised for an error status, with the wait that the response asks for."""

    def __init__(self, what: str, answer: Answer) -> None:
        is_key = answer.status in (401, 403)
        why = "the key is unknown, revoked, or not for this" if is_key else "it is asked again"
        message = f"{what} answered {answer.status}: {why}."
        super().__init__(message)
        self.error = FlagsError("KEY_REFUSED" if is_key else "UNREACHABLE", message)
        self.wait_s = retry_after_s(answer.headers)


def fetch_bundle(service: Service, known: str | None) -> Received:
    """``GET /v1/bundle``. The result has no text if the known revision is the current one."""
    with service.exchange() as exchange:
        headers = {} if known is None else {"If-None-Match": f'"{known}"'}
        answer = _get(service, exchange, "/v1/bundle", known, headers)
        if answer.status == 304:
            return Received()
        exchange.expect(service.scaled(_IDLE_TIMEOUT_S))
        text = exchange.read_all().decode("utf-8", "replace")
        etag = _ETAG.fullmatch(answer.headers.get("ETag") or "")
        return Received(text, etag[1] if etag else None)


def read_stream(
    service: Service, known: str | None, on_open: Callable[[], None], on_sent: Callable[[Received], None]
) -> None:
    """Reads ``GET /v1/stream`` until it ends. Raises if it cannot be opened, or breaks."""
    with service.exchange() as exchange:
        headers = {"Accept": "text/event-stream", **({} if known is None else {"Last-Event-ID": known})}
        answer = _get(service, exchange, "/v1/stream", known, headers)
        if not (answer.headers.get("Content-Type") or "").startswith("text/event-stream"):
            raise FlagsError("BAD_ANSWER", "GET /v1/stream answered with no stream.")
        parser = EventParser()
        is_open = False
        exchange.expect(service.scaled(_ANSWER_TIMEOUT_S))
        for chunk in exchange.chunks():
            exchange.expect(service.scaled(_IDLE_TIMEOUT_S))
            if not is_open:
                is_open = True
                on_open()
            for event in parser.read(chunk):
                if event.type in ("bundle", "patch"):
                    on_sent(Received(event.data, event.id))
                elif event.type == "changed":
                    # The stream of a client key: it would never send flags.
                    raise FlagsError("KEY_REFUSED", "GET /v1/stream has no flags: this is a client key.")


def _get(service: Service, exchange: Exchange, path: str, known: str | None, headers: dict[str, str]) -> Answer:
    """Sends a GET request with the known revision, from which the service may send a patch."""
    exchange.expect(service.scaled(_ANSWER_TIMEOUT_S))
    answer = exchange.send("GET", f"{path}?from={quote(known or '', safe='')}", headers)
    if not answer.is_ok and answer.status != 304:
        raise RefusedError(f"GET {path}", answer)
    return answer
