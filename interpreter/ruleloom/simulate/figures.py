"""How figures and their intervals are written for people."""

from ruleloom.simulate.statistics import Difference, Mean, Share


def percent(part: float) -> str:
    """A part of all.

    >>> percent(0.5)
    '50.0 %'
    """
    return f"{100 * part:.1f} %"


def share_text(share: Share) -> str:
    """A share with its interval."""
    return f"{share.count:,} ({percent(share.share)}, {100 * share.low:.1f} to {percent(share.high)})"


def mean_text(mean: Mean) -> str:
    """A mean with its interval."""
    return f"{mean.mean:,.2f} ({mean.low:,.2f} to {mean.high:,.2f})"


def difference_text(figures: Difference, *, is_share: bool) -> tuple[str, str, str, str]:
    """Both figures, the difference with its interval, and an asterisk where it is hardly chance."""
    times, unit = (100, " %") if is_share else (1, "")
    first, second, by, low, high = (
        times * value for value in (figures.first, figures.second, figures.difference, figures.low, figures.high)
    )
    difference = f"{by:+,.2f} ({low:+,.2f} to {high:+,.2f})"
    return f"{first:,.2f}{unit}", f"{second:,.2f}{unit}", difference, "*" if figures.is_clear else ""
