"""What all errors have in common that somebody outside may meet."""


class RuleloomError(ValueError):
    """Something that was given cannot be used: rules, a move, a position, a record; the message says what and why."""
