from dataclasses import dataclass

from bunting_sdk.engine.compile.attribute import read_attribute
from bunting_sdk.engine.compile.unit import Read, unit_of
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.hash.draws import Draws
from bunting_sdk.engine.hash.kinds import Draw, limit_of
from bunting_sdk.engine.types import Condition


@dataclass(frozen=True, slots=True)
class CompiledShare:
    """A condition that holds for the units whose draw is at least ``start`` and less than ``end``."""

    draw: Draw
    start: int
    end: int
    # None if the unit is the user.
    read: Read | None


def compile_share(condition: Condition, draws: Draws) -> CompiledShare:
    value = condition["value"]
    draw = draws.of(value.get("kind", "bunting"), value["salt"], None)
    return CompiledShare(
        draw,
        limit_of(draw.of, value["from"], 100),
        limit_of(draw.of, value["to"], 100),
        read_attribute(condition["attribute"]) if "attribute" in condition else None,
    )


def share_holds(share: CompiledShare, context: Context) -> bool:
    unit = unit_of(None, context) if share.read is None else _unit_in(share.read(context))
    return unit is not None and share.start <= share.draw.draw(unit) < share.end


def _unit_in(value: object) -> str | None:
    """Returns the unit in an attribute: a text that is not empty, or a whole number."""
    if type(value) is str:
        return value or None
    return str(value) if type(value) is int and abs(value) < 2**53 else None
