from typing import Final, NamedTuple

from bunting_sdk.connection.requests import RefusedError
from bunting_sdk.connection.service import Service
from bunting_sdk.core.failure import FlagsError
from bunting_sdk.engine.compile.large_list import LargeList
from bunting_sdk.engine.lists.hash_list import HashList, sha256_of
from bunting_sdk.engine.lists.list_reader import ListContent, ListReader
from bunting_sdk.engine.lists.merge_list import merge_list

# The maximum pause between bytes of a list.
_IDLE_TIMEOUT_S: Final = 20.0


class KnownList(NamedTuple):
    """A version of a list."""

    named: LargeList
    hashes: HashList

    def is_named(self, named: LargeList) -> bool:
        """Returns whether this is the version that ``named`` describes."""
        return (
            self.named.version == named.version
            and len(self.hashes) == named.size
            and sha256_of(self.hashes) == named.sha256
        )


def fetch_list(service: Service, named: LargeList, known: KnownList | None) -> KnownList:
    """``GET /v1/lists/{listId}``: fetches the version that the bundle names, or its changes since the ``known`` one.

    If the result does not have the right SHA-256, the whole list is fetched once more.
    """
    found = _attempt(service, named, known) if known is not None else None
    found = found or _attempt(service, named, None)
    if found is None:
        raise FlagsError("BAD_ANSWER", f"GET /v1/lists answered with another list than {named.list}.")
    return found


def _attempt(service: Service, named: LargeList, known: KnownList | None) -> KnownList | None:
    """Returns None if the result is not the version that ``named`` describes."""
    sent = _read(service, named, known)
    if sent.version != named.version:
        return None
    hashes: HashList | None = sent.added
    if sent.start != 0:
        is_of_known = known is not None and sent.start == known.named.version
        hashes = merge_list(known.hashes, sent) if known is not None and is_of_known else None
    made = None if hashes is None else KnownList(named, hashes)
    return made if made is not None and made.is_named(named) else None


def _read(service: Service, named: LargeList, known: KnownList | None) -> ListContent:
    start = 0 if known is None else known.named.version
    with service.exchange() as exchange:
        exchange.expect(service.scaled(_IDLE_TIMEOUT_S))
        answer = exchange.send("GET", f"/v1/lists/{named.list}?version={named.version}&from={start}", {})
        if not answer.is_ok:
            raise RefusedError("GET /v1/lists", answer)
        reader = ListReader(max(named.size, 0 if known is None else len(known.hashes)))
        for chunk in exchange.chunks():
            exchange.expect(service.scaled(_IDLE_TIMEOUT_S))
            reader.take(chunk)
        return reader.end()
