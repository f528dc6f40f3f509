"""Which of our configurations is which game of OpenSpiel."""

from tests.games import Configuration
from tests.openspiel.boards import Columns, FromTo, Marks, Places
from tests.openspiel.cards import CrazyEights, Goofspiel, Hearts, Kuhn, OhHell
from tests.openspiel.counting import Mancala, Nim, Pig
from tests.openspiel.klondike import Klondike
from tests.openspiel.walk import Bridge, Pair


def pair(bridge: Bridge, theirs: str, game: str, players: int | None = None, /, **options: object) -> Pair:
    """A pair; our variants stand behind the game with a plus sign, our options as they are written in Python."""
    name, *variants = game.split("+")
    written = tuple((option, str(value).lower()) for option, value in options.items())
    return Pair(Configuration(name, tuple(variants), players, written), theirs, bridge)


BOARDS = (
    pair(Marks(), "tic_tac_toe", "tic_tac_toe"),
    pair(Columns(), "connect_four", "connect_four"),
    pair(Columns(), "connect_four(rows=5,columns=6,x_in_row=3)", "connect_four", rows=5, columns=6, in_a_row=3),
    pair(FromTo(8), "breakthrough", "breakthrough"),
    pair(FromTo(5), "breakthrough(rows=5,columns=4)", "breakthrough", rows=5, columns=4),
    pair(Places(), "othello", "othello"),
    pair(FromTo(5), "clobber", "clobber"),
    pair(FromTo(4), "clobber(rows=4,columns=3)", "clobber", rows=4, columns=3),
    pair(Places(), "hex(board_size=5)", "hex", size=5),
    pair(Places(), "hex(board_size=4,swap=True)", "hex+swap", size=4),
    pair(Places(), "hex", "hex"),
)
COUNTING = (
    pair(Nim(), "nim(is_misere=False)", "nim"),
    pair(Nim(), "nim", "nim+misere"),
    pair(Mancala(), "mancala", "kalah"),
    pair(Pig(), "pig(winscore=20)", "pig", goal=20),
    pair(Pig(), "pig(players=3,winscore=30,diceoutcomes=4)", "pig", 3, goal=30, sides=4),
)
HEARTS = {"target": 1, "by_lot": True}
CARDS = (
    pair(Goofspiel(), "goofspiel", "goofspiel"),
    pair(Goofspiel(points=True), "goofspiel(returns_type=total_points)", "goofspiel"),
    pair(Goofspiel(), "goofspiel(players=3,num_cards=6)", "goofspiel", 3, highest=6),
    pair(Goofspiel(), "goofspiel(num_cards=5,points_order=descending)", "goofspiel", highest=5, order="descending"),
    pair(Kuhn(), "kuhn_poker", "kuhn_poker"),
    pair(Kuhn(), "kuhn_poker(players=3)", "kuhn_poker", 3),
    pair(CrazyEights(), "crazy_eights(players=2,max_turns=10000)", "crazy_eights", 2),
    pair(CrazyEights(), "crazy_eights(players=3,max_turns=10000)", "crazy_eights", 3),
    pair(CrazyEights(), "crazy_eights(players=5,max_turns=10000,max_draw_cards=2)", "crazy_eights", 5, draws=2),
    pair(Hearts(), "hearts", "hearts", **HEARTS),
    pair(Hearts(passing=False), "hearts(pass_cards=False)", "hearts", target=1, pass_cards=False),
    pair(Hearts(), "hearts(no_pts_on_first_trick=False)", "hearts", no_points_first=False, **HEARTS),
    pair(Hearts(), "hearts(can_lead_any_club=True)", "hearts+any_club", **HEARTS),
    pair(Hearts(), "hearts(must_break_hearts=False)", "hearts", hearts_locked=False, **HEARTS),
    pair(Hearts(), "hearts(qs_breaks_hearts=False)", "hearts", queen_breaks=False, **HEARTS),
    pair(Hearts(), "hearts(can_lead_hearts_instead_of_qs=True)", "hearts+spare_the_queen", **HEARTS),
    pair(Hearts(), "hearts(jd_bonus=True)", "hearts+omnibus", **HEARTS),
    pair(Hearts(), "hearts(avoid_all_tricks_bonus=True)", "hearts+no_tricks", **HEARTS),
    pair(Klondike(), "solitaire(depth_limit=300)", "klondike", take_back=True),
)
OH_HELL = (
    pair(OhHell(3), "oh_hell(players=3)", "oh_hell", 3, deals="drawn", missed="each_trick"),
    pair(OhHell(4), "oh_hell(players=4)", "oh_hell", 4, deals="drawn", missed="each_trick"),
    pair(
        OhHell(5, tricks=4),
        "oh_hell(players=5,num_tricks_fixed=4,off_bid_penalty=True,points_per_trick=2)",
        "oh_hell",
        5,
        deals="one",
        hand_limit=4,
        missed="penalty",
        trick_worth=2,
    ),
)

PAIRS = BOARDS + COUNTING + CARDS + OH_HELL
