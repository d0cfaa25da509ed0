from django.http import HttpRequest, JsonResponse
from django.urls import path

from shop.flags import flags


def checkout(request: HttpRequest) -> JsonResponse:
    is_new = flags.boolean("new-checkout", request.who, False)  # type: ignore[attr-defined]
    return JsonResponse({"checkout": "new" if is_new else "old"})


urlpatterns = [path("checkout", checkout)]
