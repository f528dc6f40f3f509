"""Numbers as they are shown: rounded in one way, whoever writes them."""

from decimal import Decimal


def rounded(value: float, places: int) -> Decimal:
    """A number with so many places: of two that are as near, the even one, and no zero below zero.

    >>> str(rounded(49.785, 2)), str(rounded(-0.001, 2))
    ('49.78', '0.00')
    """
    found = Decimal(str(value)).quantize(Decimal(1).scaleb(-places))
    return found if found else abs(found)


def hundredfold(part: float) -> float:
    """A part of all in hundredths, with no error of its own.

    >>> 100 * 0.49785, hundredfold(0.49785)
    (49.785000000000004, 49.785)
    """
    return float(Decimal(str(part)).scaleb(2))
