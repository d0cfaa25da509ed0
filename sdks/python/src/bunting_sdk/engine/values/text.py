from bunting_sdk.engine.values.number import number_text


def text_of(value: object) -> str | None:
    """Returns the text that an attribute or a condition's value is compared by; None if it has none."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[return-value]
    if value is True:
        return "true"
    if value is False:
        return "false"
    if kind is int or kind is float:
        return number_text(value)  # type: ignore[arg-type]
    return None


def has_text(actual: object, expected: str) -> bool:
    """Compares by text. Most attributes are texts and need no conversion."""
    return actual == expected if type(actual) is str else text_of(actual) == expected


def utf16_length(text: str) -> int:
    """Returns the length in UTF-16 units, which limits are defined in."""
    length = len(text)
    return length if text.isascii() else length + sum(character > "\uffff" for character in text)
