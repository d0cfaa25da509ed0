import json
import os
from typing import Any

from bunting_sdk import Flags
from test_service.evaluate import details_of, shown


def evaluate_in_child(flags: Flags, asked: dict[str, Any]) -> Any:
    """Evaluates a flag in a forked child process, which sends its telemetry before it exits."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            answer = shown(details_of(flags, asked))
            flags.flush()
            os.write(writer, json.dumps(answer).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answers:
        answer = json.loads(answers.read())
    os.waitpid(child, 0)
    return answer
