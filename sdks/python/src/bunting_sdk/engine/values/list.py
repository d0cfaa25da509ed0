from bunting_sdk.engine.values.text import text_of


def is_missing(value: object) -> bool:
    """Whether an attribute holds nothing that a condition could be asked about.

    A list that counts as not set is no list any more: see ``Context``.
    """
    return type(value) is not list and text_of(value) is None
