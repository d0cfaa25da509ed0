"""What people do with the client that openapi-generator makes for Python."""

import os

import bunting_delivery as delivery
import bunting_management as management


def check(holds, what):
    if not holds:
        raise SystemExit(f"not so: {what}")


project = os.environ["PROJECT_ID"]
environment = os.environ["ENVIRONMENT_ID"]
key = os.environ["API_KEY"]
manage = management.ApiClient(management.Configuration(host=os.environ["MANAGEMENT_URL"], access_token=key))
deliver = delivery.ApiClient(delivery.Configuration(host=os.environ["DELIVERY_URL"], access_token=key))
flags = management.FlagsApi(manage)

for name in ["python-a", "python-b", "python-c"]:
    flag = flags.create_flag(project, management.CreateFlagRequest(key=name, name=name, type="boolean"))
    check(flag.key == name and flag.archived_at is None and flag.versions == {}, "a new flag")

keys = []
cursor = None
while True:
    page = flags.list_flags(project, limit=2, cursor=cursor, archived=False, search="python-")
    keys += [flag.key for flag in page.items]
    cursor = page.next_cursor
    check(page.has_more == (cursor is not None), "a cursor where there is more")
    if cursor is None:
        break
check(len(keys) == 3, "three flags on two pages")

config = management.FlagVersionBody(
    version=1,
    enabled=True,
    defaultValue=False,
    rules=[
        management.RuleBody(
            value=True,
            conditions=[
                management.Condition(
                    management.ConditionAnyOf(
                        attribute="plan", operator="in", value=["pro", "team"]
                    )
                )
            ],
        )
    ],
)
version = management.FlagVersionsApi(manage).create_flag_version(project, environment, "python-a", config)
check(version.version == 1 and version.config.rules[0].value is True, "the config as it was sent")
listed = version.config.rules[0].conditions[0].actual_instance
check(listed.value == ["pro", "team"], "the list as it was sent")

limits = management.CreateFlagRequest(key="python-json", name="Limits", type="json")
flags.create_flag(project, limits)
whole = {"perMinute": 60, "of": ["a", 1]}
json_config = management.FlagVersionBody(
    version=1, enabled=True, defaultValue=whole, rules=[]
)
saved = management.FlagVersionsApi(manage).create_flag_version(project, environment, "python-json", json_config)
check(saved.config.default_value == whole, "an object as it was sent")

try:
    flags.create_flag(project, management.CreateFlagRequest.model_construct(key="no key", name="", type="boolean"))
    check(False, "a refusal")
except management.ApiException as refused:
    check(refused.status == 422, "a 422")
    check(refused.data.error.code == "VALIDATION_ERROR", "what is wrong")
    check(len(refused.data.error.details) == 2, "what is wrong, in two details")

evaluations = delivery.EvaluationApi(deliver)
context = delivery.EvaluationContext.from_dict({"userId": "user-1", "attributes": {"plan": "team", "roles": ["a", "b"]}})
result = evaluations.evaluate(delivery.EvaluateBody(flagKey="python-a", context=context))
check(result.reason == "RULE_MATCH" and result.value is True and result.rule_id, "the rule's value")
unknown = evaluations.evaluate(delivery.EvaluateBody(flagKey="nobody", context=context))
check(unknown.reason == "FLAG_NOT_FOUND" and unknown.value is None, "null for an unknown flag")
