"""The words of keys that take only some: what editors offer, and what is checked where a game is resolved."""

from pydantic.config import JsonDict

CELLS = ("square", "hexagons")
BOARD_SEES = ("everyone", "face_up")
ZONE_SEES = ("everyone", "owner", "team", "nobody", "face_up", "top", "count")
VARIABLE_SEES = ("everyone", "owner", "team", "nobody")
ORDERS = ("set", "stack", "row")
LISTED = ("whole", "one_by_one")
TEAM_ENDS = ("won", "lost")
WHOM = ("one", "all", "any")


def offered(words: tuple[str, ...]) -> JsonDict:
    """What the published schema says of a key that takes one of these words."""
    return {"enum": [*words]}
