"""What is said where the library that an adapter needs is not there."""


class MissingExtra(ImportError):
    """The library of an adapter is not installed."""


def missing(extra: str, error: ImportError) -> MissingExtra:
    """The error to raise where an adapter could not import its library.

    >>> missing("pettingzoo", ImportError("No module named 'gymnasium'", name="gymnasium")).msg
    'ruleloom.adapters.pettingzoo needs gymnasium, which is not installed: pip install "ruleloom[pettingzoo]"'
    """
    name = error.name or extra
    return MissingExtra(
        f'ruleloom.adapters.{extra} needs {name}, which is not installed: pip install "ruleloom[{extra}]"', name=name
    )
