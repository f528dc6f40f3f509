"""What each command takes; what several take stands in `arguments`."""

import argparse
from typing import TYPE_CHECKING

from ruleloom.cli.argument_values import parse_games, parse_pair, parse_share, parse_whole
from ruleloom.cli.arguments import (
    EPILOG,
    MixedParser,
    add_bots,
    add_command,
    add_configuration,
    add_engine,
    add_language,
    add_limits,
    add_start,
)

if TYPE_CHECKING:
    from ruleloom.cli.arguments import Commands


def build_parser(first: str = "") -> argparse.ArgumentParser:
    """The parser of the whole command line; what it returns has `run`, the command's function.

    Where the `first` argument is known and names a command, only the arguments of that one are laid out.
    """
    parser = argparse.ArgumentParser(
        prog="ruleloom",
        description="Runs, checks and explains board and card games that are declared in YAML.",
        epilog=EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    known = {
        "list": _list, "check": _check, "show": _show, "diff": _diff, "schema": _schema, "new": _new, "run": _run,
        "play": _play, "legal": _legal, "why": _why, "hint": _hint, "perft": _perft, "solve": _solve,
        "replay": _replay, "simulate": _simulate, "report": _report, "emit": _emit, "text": _text, "book": _book,
    }  # fmt: skip
    for add in [known[first]] if first in known else known.values():
        add(commands)
    return parser


class _Version(argparse.Action):
    """Looks up the version only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"ruleloom {version('ruleloom')}")
        parser.exit()


def _list(commands: "Commands") -> None:
    one = add_command(commands, "list", "listing", "games, or the variants and options of one")
    one.add_argument("game", nargs="?", metavar="GAME", help="its id, or the path of its folder")
    add_language(one)


def _check(commands: "Commands") -> None:
    one = add_command(commands, "check", "checking", "check games, their variants and scenarios")
    one.add_argument("games", nargs="*", metavar="GAME", help="without one, all games are checked")
    one.add_argument("-v", "--variant", action="append", default=[], metavar="FILE",
                     help="a variant that stands in no folder of rulesets; may be repeated")  # fmt: skip
    one.add_argument("--strict", action="store_true", help="let warnings fail the check, such as a missing sentence")
    one.add_argument("--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C")
    add_engine(one)


def _show(commands: "Commands") -> None:
    one = add_command(commands, "show", "showing", "print the rules of a configuration for reading")
    add_configuration(one)
    form = one.add_mutually_exclusive_group()
    form.add_argument("--yaml", action="store_true", help="the game with its variants put on, as YAML")
    form.add_argument("--ir", action="store_true", help="the checked form, as JSON")


def _diff(commands: "Commands") -> None:
    one = add_command(
        commands, "diff", "differing", "print how a configuration differs from the base game or another one"
    )
    add_configuration(one)
    other = one.add_argument_group("the configuration to compare with (without any of these, the base game)")
    other.add_argument("--from-variant", action="append", default=[], metavar="ID", help="may be repeated")
    other.add_argument("--from-option", action="append", default=[], type=parse_pair, metavar="NAME=VALUE",
                       help="may be repeated")  # fmt: skip
    other.add_argument("--from-players", type=parse_whole, metavar="N", help="how many play there")


def _schema(commands: "Commands") -> None:
    one = add_command(
        commands, "schema", "schemas", "print the JSON Schema of a kind of file, for completion in editors"
    )
    kinds = ["game", "variant", "part", "scenario", "position", "texts", "language"]
    one.add_argument("kind", nargs="?", choices=kinds, default="game", help="the kind of file")
    one.add_argument("--write", metavar="DIR",
                     help="write all schemas, and settings that apply them, into this folder of rulesets")  # fmt: skip


def _new(commands: "Commands") -> None:
    one = add_command(commands, "new", "creating", "write a commented skeleton of a game or a variant")
    one.add_argument("kind", choices=["game", "variant"], metavar="game|variant", help="what to write")
    one.add_argument("name", metavar="NAME", help="its id: small letters, digits and _")
    one.add_argument("--of", metavar="GAME", help="the game that a new variant changes")
    one.add_argument("--dir", default=".", metavar="DIR", help="a folder of rulesets (default: here)")


def _run(commands: "Commands") -> None:
    one = add_command(commands, "run", "running", "let bots play, one JSON line for each game")
    add_configuration(one)
    one.add_argument("--games", type=parse_whole, default=1, metavar="N", help="how many games")
    one.add_argument("--seed", type=parse_whole, default=0, metavar="S", help="of the first game; then S+1, and so on")
    add_bots(one)
    one.add_argument("--records", metavar="DIR", help="write a record of each game into this folder")
    add_engine(one)


def _play(commands: "Commands") -> None:
    one = add_command(commands, "play", "playing", "play in the terminal")
    add_configuration(one, optional=True)
    one.add_argument("--seed", type=parse_whole, metavar="S", help="without it every game is another one")
    one.add_argument("--human", action="append", type=parse_whole, metavar="PERSON",
                     help="a person at the keyboard; may be repeated; without it all but the bots")  # fmt: skip
    add_bots(one)
    add_start(one, seed=False)
    one.add_argument("--position", metavar="POSITION", help="begin with a position")
    one.add_argument("--resume", metavar="FILE", help="go on with a game that was saved")
    add_engine(one)


def _legal(commands: "Commands") -> None:
    one = add_command(commands, "legal", "asking.legal", "print the decision of a position and its legal moves")
    add_configuration(one)
    one.add_argument("position", nargs="?", metavar="POSITION", help="a file that says where the game stands")
    add_start(one)


def _why(commands: "Commands") -> None:
    one = add_command(commands, "why", "asking.why", "say whether a move is legal, and which rules refuse it")
    add_configuration(one)
    one.add_argument("words", nargs="+", metavar="[POSITION] MOVE",
                     help="no POSITION with --deal or --seed, or where chance has no part")  # fmt: skip
    add_start(one)
    one.usage = "%(prog)s [OPTIONS] GAME [POSITION] MOVE"  # a move may be several words


def _hint(commands: "Commands") -> None:
    one = add_command(commands, "hint", "hinting", "look for the best move of a position")
    add_configuration(one)
    one.add_argument("position", nargs="?", metavar="POSITION", help="a file that says where the game stands")
    add_start(one)
    one.add_argument("--bot", metavar="BOT",
                     help="`mcts:10000` tries so many games, `solver` plays exactly; without it, `solver` where the "
                          "game is small enough, else `mcts:10000`")  # fmt: skip
    add_limits(one, "60")
    add_engine(one)


def _perft(commands: "Commands") -> None:
    one = add_command(commands, "perft", "counting", "count the ways a game can go on")
    add_configuration(one)
    one.add_argument("position", nargs="?", metavar="POSITION", help="a file that says where the game stands")
    add_start(one)
    one.add_argument("--depth", type=parse_whole, required=True, metavar="N", help="how many decisions or turns")
    one.add_argument("--by", choices=["decision", "turn"], default="decision", help="what --depth counts")
    one.add_argument("--divide", action="store_true", help="the count for each first move as well")
    add_engine(one)


def _solve(commands: "Commands") -> None:
    one = add_command(
        commands, "solve", "solving", "say who wins where both play as well as they can, and the best moves"
    )
    add_configuration(one)
    one.add_argument("position", nargs="?", metavar="POSITION", help="a file that says where the game stands")
    add_start(one)
    add_limits(one, "no limit")
    add_engine(one)
    every = one.add_argument_group("all deals of a game whose deal fills a board")
    every.add_argument("--all-deals", action="store_true", help="solve every deal, each once up to symmetries")
    every.add_argument("--sample", type=parse_share, metavar="PERCENT", help="only such a share of them, evenly spread")
    every.add_argument("--workers", type=parse_whole, metavar="N", help="how many processes solve (as many as cores)")
    every.add_argument("--store", metavar="FILE", help="keep what is solved here, to go on with if it is stopped")
    every.add_argument("--out", metavar="FILE", help="write what comes out as a page too, in HTML")


def _replay(commands: "Commands") -> None:
    one = add_command(commands, "replay", "replaying", "play a record again, and say where it no longer fits the rules")
    one.add_argument("record", metavar="RECORD", help="a file that run or play has written")
    add_language(one)
    add_engine(one)


def _emit(commands: "Commands") -> None:
    one = add_command(commands, "emit", "emitting", "print the program that an engine makes of a configuration")
    add_configuration(one)
    form = one.add_mutually_exclusive_group(required=True)
    form.add_argument("--python", dest="form", action="store_const", const="portable", help="of the portable engine")
    form.add_argument("--c", dest="form", action="store_const", const="native", help="of the native engine")
    one.add_argument("--without", action="append", default=[], metavar="PASS",
                     help="leave out an optimisation; may be repeated")  # fmt: skip


def _simulate(commands: "Commands") -> None:
    one = add_command(commands, "simulate", "simulating", "play very many games, and keep what comes out in a store")
    add_configuration(one)
    one.add_argument("--store", required=True, metavar="FILE", help="a new file, or one to go on with")
    one.add_argument("--games", type=parse_whole, metavar="N", help="how many games altogether (1000 in a new store)")
    one.add_argument("--seed", type=parse_whole, metavar="S", help="where all chance comes from (0 in a new store)")
    one.add_argument("--workers", type=parse_whole, metavar="N", help="how many processes play (as many as cores)")
    add_engine(one)
    add_bots(one)
    one.add_argument("--bots", metavar="BOT,BOT", help="the same in short, by seat")
    one.add_argument("--scheduler", metavar="ADDRESS", help="play on the cluster of this scheduler of Dask")
    one.add_argument("--parquet", metavar="FILE", help="write what is in the store as a Parquet file too")


def _report(commands: "Commands") -> None:
    one = add_command(commands, "report", "reporting", "tell what came out of the games of a store")
    one.add_argument("store", metavar="STORE", help="a file that simulate has written, or is writing")
    one.add_argument("--against", metavar="STORE", help="another one, to compare with")
    one.add_argument("--out", metavar="FILE", help="write a page with plots, in HTML")
    one.add_argument("--lang", metavar="LANG", help="the language to print, such as de (also RULELOOM_LANG)")


def _book(commands: "Commands") -> None:
    help = "the rulebook: all games in all languages as a folder of pages"
    one = commands.add_parser("book", help=help, description=f"{help[0].upper()}{help[1:]}.", allow_abbrev=False)
    actions = one.add_subparsers(title="actions", metavar="ACTION", required=True)
    build = add_command(actions, "build", "book.build", "build the book into a folder")
    build.add_argument("--strict", action="store_true", help="fail where a text is not up to date")
    serve = add_command(
        actions, "serve", "book.serve", "show the book in a browser, and build it again as files change"
    )
    serve.add_argument("--port", type=parse_whole, default=8000, metavar="N", help="of the server on this machine")
    for each in (build, serve):
        each.add_argument("games", nargs="*", metavar="GAME", help="without one, all games of your folders, or all")
        each.add_argument("--out", default="book", metavar="DIR", help="the folder to write (default: book)")
        each.add_argument("--lang", action="append", default=[], metavar="LANG", help="may be repeated")
        each.add_argument("--settings", metavar="FILE", help="name, colours, languages; else book.yaml in your folder")
        each.add_argument("--no-pdf", dest="pdf", action="store_false", help="leave out what is printed on paper")
        help = "play so many games of everything at random, and report on them (default: as book.yaml says, or none)"
        each.add_argument("--games", dest="played", type=parse_games, metavar="N", help=help)
        help = "leave out the pages where rules are chosen"
        each.add_argument("--no-chooser", dest="chooser", action="store_false", help=help)
        help = "what games are played with on their pages: a folder, `auto` (fetched by npm once; default), or `never`"
        each.add_argument("--play", default="auto", metavar="FOLDER", help=help)


def _text(commands: "Commands") -> None:
    help = "translations: what is up to date, and files for translators' tools"
    one = commands.add_parser("text", help=help, description=f"{help[0].upper()}{help[1:]}.", allow_abbrev=False)
    actions = one.add_subparsers(title="actions", metavar="ACTION", required=True, parser_class=MixedParser)
    _text_status(actions)
    _text_accept(actions)
    _text_export(actions)
    _text_import(actions)


def _text_status(actions: "Commands") -> None:
    one = add_command(actions, "status", "translating.status", "count which texts of each language are up to date")
    one.add_argument("games", nargs="*", metavar="GAME", help="or `parts`; without one, all games and the parts")
    one.add_argument("--lang", metavar="LANG", help="one language only, such as de")
    one.add_argument("--list", action="store_true", help="name each text that is not current")
    one.add_argument("--strict", action="store_true",
                     help="fail where a language that is declared complete is not, or a text is faulty")  # fmt: skip


def _text_accept(actions: "Commands") -> None:
    one = add_command(actions, "accept", "translating.accept", "say that texts are right as they are, in text.lock")
    one.add_argument("game", metavar="GAME", help="its id, the path of its folder, or `parts`")
    one.add_argument("ids", nargs="*", metavar="ID", help="a text as `status --list` names it; without one, all texts")
    one.add_argument("--lang", metavar="LANG", help="one language only; without it all, English too")


def _text_export(actions: "Commands") -> None:
    one = add_command(actions, "export", "translating.export", "write the texts of a language as a PO file")
    one.add_argument("game", metavar="GAME", help="its id, the path of its folder, or `parts`")
    one.add_argument("--lang", required=True, metavar="LANG", help="the language to translate into, such as nl")
    one.add_argument("--out", metavar="FILE", help="the file to write; without it, the text is printed")


def _text_import(actions: "Commands") -> None:
    one = add_command(
        actions, "import", "translating.take_over", "take the texts of a PO file over into text/LANG.yaml"
    )
    one.add_argument("file", metavar="FILE", help="a file that `export` has written, translated")
    one.add_argument("--game", metavar="GAME", help="the path of its folder, if it stands in no folder of rulesets")
