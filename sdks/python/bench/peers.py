"""Other SDKs for Python, called like their users call them, with the kinds of flags that all of them have.

Only installed ones are measured (``pip install -r bench/requirements.txt``).
"""

import contextlib
import json
import logging
from collections.abc import Callable
from typing import Any

from bench.model import RULES, users_of

Users = list[tuple[str, dict[str, Any]]]
Ask = Callable[[str, Any], Any]
Peer = tuple[str, list[Any], Ask]


def growthbook(keys: dict[str, str], users: Users) -> Peer:
    from growthbook import GrowthBook  # noqa: PLC0415

    def condition(conditions: list[dict[str, Any]]) -> dict[str, Any]:
        operators = {"equals": "$eq", "in": "$in", "gt": "$gt"}
        return {each["attribute"]: {operators[each["operator"]]: each["value"]} for each in conditions}

    features = {
        "plain": {"defaultValue": True},
        "rules": {"defaultValue": False, "rules": [{"condition": condition(each), "force": True} for each in RULES]},
        "rollout": {"defaultValue": False, "rules": [{"force": True, "coverage": 0.25, "hashAttribute": "id"}]},
    }
    own = {key: features[kind] for key, kind in keys.items()}
    contexts = [GrowthBook(attributes={"id": user_id, **attributes}, features=own) for user_id, attributes in users]
    return "GrowthBook", contexts, lambda key, context: context.is_on(key)


def launchdarkly(keys: dict[str, str], users: Users) -> Peer:
    from ldclient import Config, Context, LDClient  # noqa: PLC0415
    from ldclient.integrations.test_data import TestData  # noqa: PLC0415

    logging.getLogger("ldclient.util").setLevel(logging.ERROR)
    operators = {"equals": "in", "in": "in", "gt": "greaterThan"}

    def clause(each: dict[str, Any]) -> dict[str, Any]:
        value = each["value"]
        values = value if isinstance(value, list) else [value]
        return {
            "attribute": each["attribute"],
            "op": operators[each["operator"]],
            "values": values,
            "contextKind": "user",
        }

    rules = [{"id": str(at), "variation": 0, "clauses": [clause(one) for one in each]} for at, each in enumerate(RULES)]
    by_kind: dict[str, dict[str, Any]] = {
        "plain": {"fallthrough": {"variation": 0}, "rules": []},
        "rules": {"fallthrough": {"variation": 1}, "rules": rules},
        "rollout": {
            "fallthrough": {
                "rollout": {
                    "contextKind": "user",
                    "variations": [{"variation": 0, "weight": 25_000}, {"variation": 1, "weight": 75_000}],
                }
            },
            "rules": [],
        },
    }
    data = TestData.data_source()
    for key, kind in keys.items():
        data.update(data.flag(key))
        whole = {"key": key, "version": 2, "on": True, "salt": key, "variations": [True, False], "offVariation": 1}
        data._current_flags[key] = {**whole, **by_kind[kind], "targets": [], "contextTargets": [], "prerequisites": []}
    client = LDClient(Config("sdk-key", update_processor_class=data, send_events=False, diagnostic_opt_out=True))
    contexts = [Context.from_dict({"kind": "user", "key": user_id, **attributes}) for user_id, attributes in users]
    return "LaunchDarkly", contexts, lambda key, context: client.variation(key, context, False)


def unleash(keys: dict[str, str], users: Users) -> Peer:
    from yggdrasil_engine.engine import UnleashEngine  # noqa: PLC0415

    operators = {"equals": "IN", "in": "IN", "gt": "NUM_GT"}

    def constraint(each: dict[str, Any]) -> dict[str, Any]:
        value = each["value"]
        name = {"contextName": each["attribute"], "operator": operators[each["operator"]]}
        return (
            {**name, "value": str(value)}
            if each["operator"] == "gt"
            else {
                **name,
                "values": value if isinstance(value, list) else [value],
            }
        )

    rollout = {"rollout": "25", "stickiness": "userId", "groupId": "group"}
    strategies = {
        "plain": [{"name": "default"}],
        "rules": [{"name": "default", "constraints": [constraint(one) for one in each]} for each in RULES],
        "rollout": [{"name": "flexibleRollout", "parameters": rollout}],
    }
    features = [
        {"name": key, "type": "release", "enabled": True, "strategies": strategies[kind]} for key, kind in keys.items()
    ]
    engine = UnleashEngine()
    engine.take_state(json.dumps({"version": 2, "features": features}))
    contexts = [
        {"userId": user_id, "properties": {name: str(value) for name, value in attributes.items()}}
        for user_id, attributes in users
    ]
    return "Unleash (yggdrasil)", contexts, engine.is_enabled


def installed(keys: dict[str, str]) -> list[Peer]:
    found = []
    for peer in (growthbook, launchdarkly, unleash):
        with contextlib.suppress(ImportError):
            found.append(peer(keys, users_of(1_024)))
    return found
