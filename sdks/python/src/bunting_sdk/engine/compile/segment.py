from collections.abc import Sequence
from typing import Protocol

from bunting_sdk.engine.compile.attribute import read_attribute
from bunting_sdk.engine.compile.large_list import HashedIds, large_list_of
from bunting_sdk.engine.compile.rule import CompiledRules, Find, IdList, compile_segment_rule
from bunting_sdk.engine.compile.unit import Read
from bunting_sdk.engine.config.references import Reference
from bunting_sdk.engine.evaluate.codegen import Asker
from bunting_sdk.engine.evaluate.node import Naming, Node
from bunting_sdk.engine.hash.draws import Draws
from bunting_sdk.engine.lists.hash_list import HashList
from bunting_sdk.engine.types import Segment


class DescribedSegment(Protocol):
    """A well-formed segment of the bundle."""

    @property
    def references(self) -> Sequence[Reference]: ...

    def segment(self) -> Segment: ...


def compile_segment(item: DescribedSegment, hashes: HashList | None, naming: Naming) -> Node:
    """Returns a node that tells whether a context is in the segment. ``hashes`` are those of a large list."""
    return Node(naming, SegmentRules(item, hashes, naming.needs))


class SegmentRules(Asker):
    """The rules and lists of a segment, compiled when they are first needed, like a flag's.

    Concurrent threads may compile them twice, which is harmless.
    """

    __slots__ = ("_hashes", "_item", "_needs", "_rules")

    def __init__(
        self,
        item: DescribedSegment,
        hashes: HashList | None,
        needs: Sequence[Node | None],
    ) -> None:
        super().__init__()
        self._item = item
        self._hashes = hashes
        self._needs = needs
        self._rules: CompiledRules | None = None

    @property
    def rules(self) -> CompiledRules:
        if self._rules is None:
            segment = self._item.segment()
            unit = None if segment["unit"] is None else read_attribute(segment["unit"])
            self._rules = self._listed(segment, unit) if self._hashes is None else _hashed(segment, unit, self._hashes)
        return self._rules

    def _listed(self, segment: Segment, unit: Read | None) -> CompiledRules:
        config = segment["config"]
        find, draws = Find.among(self._item.references, self._needs), Draws()
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


def _hashed(segment: Segment, unit: Read | None, hashes: HashList) -> CompiledRules:
    ids = HashedIds(large_list_of(segment["large"]).salt, hashes)
    only_users = ids if unit is None else None
    return CompiledRules((), by_default=False, unit=unit, id_lists=[IdList(ids, True)], only_users=only_users)
