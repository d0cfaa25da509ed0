from collections.abc import Sequence

from bunting_sdk.engine.compile.attribute import read_attribute
from bunting_sdk.engine.compile.large_list import HashedIds, large_list_of
from bunting_sdk.engine.compile.rule import CompiledRules, Find, IdList, compile_segment_rule
from bunting_sdk.engine.config.references import Reference
from bunting_sdk.engine.evaluate.codegen import Asker
from bunting_sdk.engine.evaluate.node import Naming, Node
from bunting_sdk.engine.hash.draws import Draws
from bunting_sdk.engine.lists.hash_list import HashList
from bunting_sdk.engine.types import Segment


def compile_segment(segment: Segment, hashes: HashList | None, naming: Naming, references: Sequence[Reference]) -> Node:
    """Returns a node that tells whether a context is in the segment. ``hashes`` are those of a large list."""
    return Node(naming, Asker(SegmentRules(segment, hashes, references, naming.needs)))


class SegmentRules:
    """The rules and lists of a segment, compiled when they are first needed, like a flag's.

    Concurrent threads may compile them twice, which is harmless.
    """

    __slots__ = ("_hashes", "_needs", "_references", "_rules", "_segment")

    def __init__(
        self,
        segment: Segment,
        hashes: HashList | None,
        references: Sequence[Reference],
        needs: Sequence[Node | None],
    ) -> None:
        self._segment = segment
        self._hashes = hashes
        self._references = references
        self._needs = needs
        self._rules: CompiledRules | None = None

    @property
    def rules(self) -> CompiledRules:
        if self._rules is None:
            self._rules = self._listed() if self._hashes is None else self._hashed(self._hashes)
        return self._rules

    def _hashed(self, hashes: HashList) -> CompiledRules:
        segment = self._segment
        unit = None if segment["unit"] is None else read_attribute(segment["unit"])
        ids = HashedIds(large_list_of(segment["large"]).salt, hashes)
        only_users = ids if unit is None else None
        return CompiledRules((), by_default=False, unit=unit, id_lists=[IdList(ids, True)], only_users=only_users)

    def _listed(self) -> CompiledRules:
        unit = None if self._segment["unit"] is None else read_attribute(self._segment["unit"])
        config = self._segment["config"]
        find, draws = Find.among(self._references, self._needs), Draws()
        included, excluded = frozenset(config["included"]), frozenset(config["excluded"])
        rules = [compile_segment_rule(rule, find.segment, draws) for rule in config["rules"] if rule["enabled"]]
        return CompiledRules(
            rules,
            by_default=False,
            unit=unit,
            id_lists=[IdList(ids, is_in) for ids, is_in in ((included, True), (excluded, False)) if ids],
            # Without rules, excluded users are outside like everyone else.
            only_users=included if unit is None and not rules else None,
        )
