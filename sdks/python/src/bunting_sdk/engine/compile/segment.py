from bunting_sdk.engine.compile.attribute import read_attribute
from bunting_sdk.engine.compile.condition import FindSegment
from bunting_sdk.engine.compile.large_list import HashedIds, large_list_of
from bunting_sdk.engine.compile.rule import CompiledRules, IdList, compile_segment_rule
from bunting_sdk.engine.evaluate.codegen import Asker
from bunting_sdk.engine.evaluate.node import Naming, Node
from bunting_sdk.engine.hash.draws import Draws
from bunting_sdk.engine.lists.hash_list import HashList
from bunting_sdk.engine.types import Segment


def compile_segment(segment: Segment, hashes: HashList | None, naming: Naming, find: FindSegment) -> Node:
    """Compiles a segment to a node that returns whether a context is in it. ``hashes`` are those of a large list."""
    unit = None if segment["unit"] is None else read_attribute(segment["unit"])
    if hashes is not None:
        ids = HashedIds(large_list_of(segment["large"]).salt, hashes)
        rules = CompiledRules((), by_default=False, unit=unit, id_lists=[IdList(ids, True)])
        return Node(naming, Asker(rules), ids if unit is None else None)
    config = segment["config"]
    draws = Draws()
    included, excluded = frozenset(config["included"]), frozenset(config["excluded"])
    rules = CompiledRules(
        [compile_segment_rule(rule, find, draws) for rule in config["rules"] if rule["enabled"]],
        by_default=False,
        unit=unit,
        id_lists=[IdList(ids, is_in) for ids, is_in in ((included, True), (excluded, False)) if ids],
    )
    # Without rules, excluded users are outside like everyone else.
    is_list = unit is None and not rules.rules
    return Node(naming, Asker(rules), included if is_list else None)
