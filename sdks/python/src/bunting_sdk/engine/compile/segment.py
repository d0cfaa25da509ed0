from bunting_sdk.engine.compile.attribute import read_attribute
from bunting_sdk.engine.compile.condition import FindSegment
from bunting_sdk.engine.compile.rule import CompiledRules, IdList, compile_segment_rule
from bunting_sdk.engine.evaluate.codegen import Asker
from bunting_sdk.engine.evaluate.node import Naming, Node
from bunting_sdk.engine.hash.draws import Draws
from bunting_sdk.engine.types import Segment


def compile_segment(segment: Segment, naming: Naming, find: FindSegment) -> Node:
    """Whether a context is in it, as a node."""
    config, unit = segment["config"], segment["unit"]
    draws = Draws()
    lists = [IdList(frozenset(config["included"]), True), IdList(frozenset(config["excluded"]), False)]
    rules = CompiledRules(
        [compile_segment_rule(rule, find, draws) for rule in config["rules"] if rule["enabled"]],
        by_default=False,
        unit=None if unit is None else read_attribute(unit),
        id_lists=[each for each in lists if each.ids],
    )
    # Without rules, excluded users are outside like all others.
    is_list = unit is None and not rules.rules
    return Node(naming, Asker(rules), lists[0].ids if is_list else None)
