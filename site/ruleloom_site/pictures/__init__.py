"""Pictures of games: a state, as watchers see it, becomes one inline SVG element with a description in words.

Nothing here knows a game. Boards, cards, pawns and what places remember are drawn from the checked rules; the only
words are those of a language that is passed in.
"""

from ruleloom_site.pictures.picture import Look, Picture, draw, figure, standalone
from ruleloom_site.pictures.style import stylesheet
from ruleloom_site.pictures.teaser import fullness, teaser

__all__ = ["Look", "Picture", "draw", "figure", "fullness", "standalone", "stylesheet", "teaser"]
