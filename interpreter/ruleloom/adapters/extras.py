"""What is said where the library that an adapter needs is not there."""


class MissingExtra(ImportError):
    """The library of an adapter is not installed."""


def missing(adapter: str, error: ImportError) -> MissingExtra:
    """The error to raise where an adapter could not import its library.

    >>> missing("open_spiel", ImportError("No module named 'pyspiel'", name="pyspiel")).msg
    'ruleloom.adapters.open_spiel needs pyspiel, which is not installed: pip install "ruleloom[open-spiel]"'
    """
    name = error.name or adapter
    extra = adapter.replace("_", "-")  # older versions of pip find no extra with an underscore
    return MissingExtra(
        f'ruleloom.adapters.{adapter} needs {name}, which is not installed: pip install "ruleloom[{extra}]"', name=name
    )
