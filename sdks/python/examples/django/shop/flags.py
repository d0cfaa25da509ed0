"""The flags of this process. Servers that fork it, before or after they load it, need nothing more."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from bunting_sdk import Context, open_flags

flags = open_flags(settings.BUNTING_URL, settings.BUNTING_KEY)


class FlagsMiddleware:
    """Gives every request the context that its flags are evaluated for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        # Worth a moment: without flags every question has its fallback.
        flags.ready(2.0)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.who = Context(request.GET.get("user"), attributes={"path": request.path})  # type: ignore[attr-defined]
        return self._get_response(request)
