"""The flags of this process. Servers that fork need no other setup, whether they load this before or after the fork."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from bunting_sdk import Context, open_flags

flags = open_flags(settings.BUNTING_URL, settings.BUNTING_KEY)


class FlagsMiddleware:
    """Sets the context of every request, which its flags are evaluated for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        # Worth a short wait: until flags arrive, every evaluation returns its fallback.
        flags.ready(2.0)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.who = Context(request.GET.get("user"), attributes={"path": request.path})  # type: ignore[attr-defined]
        return self._get_response(request)
