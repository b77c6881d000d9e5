"""What a model refuses: an input that cannot be right."""


class InputError(ValueError):
    """An input that cannot be right; ``code`` is stable, ``field`` names the input."""

    def __init__(self, message: str, code: str, field: str) -> None:
        super().__init__(f"{field}: {message}")
        self.code = code
        self.field = field
