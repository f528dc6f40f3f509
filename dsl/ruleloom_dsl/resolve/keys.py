"""What there is one of something for, players or words or numbers: of zones (`per`) and of variables (`of`)."""

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.ir.types import Number, Place, Player, Team, Word
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Domain, Unresolved, read_domain
from ruleloom_dsl.resolve.names import DECLARE_TEAMS, key_values


def read_keys(build: Build, written: Scalar) -> Domain:
    """The type of the keys and the keys, in natural order. Raises Unresolved."""
    text = written.text
    if text == "place":
        if build.names.board is None:
            if build.model.board is not None and build.report.has_errors:  # it is reported itself
                raise Unresolved
            build.report.error(Code.UNKNOWN_NAME, "there are no places without a board", written.span)
            raise Unresolved
        return Domain(Place(), tuple(range(build.names.board.size)))
    if text == "player":
        return Domain(Player(), key_values(build.names, Player()))
    if text == "team" and "team" not in build.names.words:
        if not build.names.teams:
            build.expressions.fail(written, Code.WRONG_VALUE, "there are no teams", DECLARE_TEAMS)
        return Domain(Team(), key_values(build.names, Team()))
    if ".." in text:
        keys = read_domain(build.names, build.report, written, text)
        if keys.type == Number():
            return keys
    if text not in build.names.words:
        build.unknown(
            written, "word list", ("player", "place", *(("team",) if build.names.teams else ()), *build.names.words)
        )
    return Domain(Word(text), key_values(build.names, Word(text)))
