"""Answers each question on standard input as OpenFeature's Python SDK does: a line of JSON each."""

import json
import os
import sys

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

clients = {}


def client_of(key):
    if key not in clients:
        headers = {"Authorization": f"Bearer {key}"}
        api.set_provider(OFREPProvider(os.environ["OFREP_URL"], headers_factory=lambda: headers), domain=key)
        clients[key] = api.get_client(domain=key)
    return clients[key]


for line in sys.stdin:
    question = json.loads(line)
    context = question["context"]
    targeting_key = context.pop("targetingKey", None)
    details = getattr(client_of(question["key"]), f"get_{question['type']}_details")(
        question["flag"], question["default"], EvaluationContext(targeting_key, context)
    )
    answer = {
        "value": details.value,
        "reason": details.reason,
        "variant": details.variant,
        "errorCode": details.error_code,
    }
    print(json.dumps(answer), flush=True)
