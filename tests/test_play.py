"""The game in the terminal, driven by what somebody types."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from ruleloom.cli.inputs import InputError
from ruleloom.cli.parser import build_parser
from ruleloom.cli.playing import play
from ruleloom.cli.playing.board import ASCII, UNICODE, draw_board
from ruleloom.cli.playing.choices import Ambiguous, choices_of, find_choice
from ruleloom.cli.playing.screen import Screen
from ruleloom.cli.playing.squares import Mark, Square
from ruleloom.library import load
from ruleloom.moves import Move

DEAL = "J34AAJA2432A3232"
HIDDEN = Path(__file__).parent / "data" / "rulesets"

Play = Callable[..., str]


@pytest.fixture
def typing() -> Play:
    """Plays with a command line and answers; returns what was on the screen."""

    def one(
        arguments: Sequence[object], *answers: str, ascii_only: bool = False, width: int = 80, height: int = 0
    ) -> str:
        waiting: Iterator[str] = iter(answers)

        def read(prompt: str) -> str:
            console.print(prompt, end="")
            try:
                answer = next(waiting)
            except StopIteration:
                raise EOFError from None
            console.print(ascii(answer)[1:-1])
            return answer

        stream = StringIO()
        console = Console(
            file=stream, width=width, height=height or 25, color_system=None, highlight=False, markup=False, emoji=False
        )
        screen = Screen(console, read)
        screen.is_live = bool(height)
        screen.glyphs = ASCII if ascii_only else UNICODE
        namespace = build_parser().parse_args(["play", *map(str, arguments)])
        assert play(namespace, screen) == 0
        assert next(waiting, None) is None, "not everything that was typed was asked for"
        return stream.getvalue()

    return one


def test_a_board_shows_cards_pawns_and_where_one_can_go(typing: Play) -> None:
    shown = typing(["collapsi", "-v", "jack_edition", "--deal", DEAL], "quit")
    board = [
        "  ╭─────╮ ╔═════╗ ╭─────╮ ╔═════╗",
        "  │ J   │ ║ 3   ║ │ 4   │ ║ A   ║",
        "  │ ①  0│ ║    1║ │    2│ ║    3║",
        "  ╰─────╯ ╚═════╝ ╰─────╯ ╚═════╝",
    ]
    assert "\n".join(board) in shown
    assert "│ J   │" in shown.split("②  5")[0].splitlines()[-2]
    assert "> ① Player 1" in shown and "  ② Player 2" in shown
    assert "1   3   4   12" in " ".join(shown.split("\n")).replace("    ", "   ")
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_without_unicode_nothing_is_lost(typing: Play) -> None:
    shown = typing(["collapsi", "-v", "jack_edition", "--deal", DEAL], "1", "quit", ascii_only=True)
    assert "+-----+ #=====# +-----+ #=====#" in shown and "| P1 0|" in shown
    assert "::(J)::" in shown and "::::0:" in shown


def test_a_card_that_was_left_is_hatched(typing: Play) -> None:
    shown = typing(["collapsi", "-v", "jack_edition", "--deal", DEAL], "1", "quit")
    assert "┆▒(J)▒┆" in shown and "┆▒▒▒▒0┆" in shown and "① walk 1" in shown


def test_a_refused_move_gives_the_sentence_of_the_rule(typing: Play) -> None:
    shown = typing(["collapsi", "-v", "jack_edition", "--deal", DEAL], "15", "why 15", "hint 2", "why 1", "why", "quit")
    assert "15 is not allowed:" in shown and shown.count("Move exactly as many cards as the card you start") >= 3
    assert "origin.card.reach is [1]" in shown and "1 is legal." in shown and "such as: why 1" in shown


def test_a_move_of_a_kind_that_is_not_legal_is_explained(typing: Play) -> None:
    typed = ["why to_foundation KS", "why redeal", "to_foundation KS"]
    shown = typing(["klondike", "--seed", 1], *typed, "quit")
    assert "is no move here" not in shown and shown.count("to_foundation KS is not allowed:") == 2


def test_a_hand_is_shown_as_its_cards_are_declared(typing: Play) -> None:
    hand = next(line for line in typing(["hearts", "--seed", 1], "", "quit").splitlines() if "hand" in line).split()
    suits = [card[-1] for card in hand if card[-1] in "CDHS" and card[:-1] in {*map(str, range(2, 11)), *"JQKA"}]
    assert len(suits) > 10 and suits == sorted(suits)


def test_what_is_no_move_is_said_and_asked_again(typing: Play) -> None:
    typed = ["", "fly", "99", "1 2 3", "\x1b[31m", "é", "-1", "why fly", "moves", "board", "help", "rules", "?"]
    shown = typing(["collapsi", "--deal", DEAL], *typed, "quit")
    assert '"fly" is no move here' in shown and "\x1b" not in shown
    assert "What is to be done" in shown and "Enter no collapsed card." in shown
    assert "Rulings" in shown and "Credits" in shown and "Good-bye." in shown


def test_moves_with_numbers_in_them_have_letters_and_others_numbers(typing: Play) -> None:
    shown = typing(["collapsi", "-v", "shifting_board", "--deal", DEAL], "1", "2", "quit")
    assert "1) row back" in shown and "2) row forth" in shown and "① shift row forth" in shown
    moves = [Move("turn", ("3",), "turn 3"), Move("turn", ("13",), "turn 13"), Move("decline", (), "decline")]
    choices = choices_of(moves)
    assert [choice.key for choice in choices] == ["a", "b", "c"]
    for typed, expected in (("a", 0), ("3", 0), ("turn 13", 1), (" turn  13 ", 1), ("decline", 2), ("c", 2)):
        assert find_choice(choices, typed) == moves[expected]
    assert find_choice(choices, "4") is None and find_choice(choices, " ") is None
    both = choices_of([Move("keep", ("3",), "keep 3"), Move("give", ("3",), "give 3")])
    with pytest.raises(Ambiguous) as error:
        find_choice(both, "3")
    assert error.value.moves == ("keep 3", "give 3")


@pytest.mark.parametrize("height", [0, 20, 24, 50])
def test_very_many_moves_leave_the_table_in_view(typing: Play, height: int) -> None:
    shown = typing(["hearts", "--seed", 1], "quit", height=height)
    seen = shown.partition("Hearts   turn 1")
    assert len((seen[1] + seen[2].partition("turn 1> ")[0]).splitlines()) <= (height or 32)
    assert "  1) 4C+5C+KC" in shown and "286) " not in shown
    assert "286 moves in all; type moves to see them, or write one, such as 7S+JS+KS." in " ".join(shown.split())


def test_all_of_very_many_moves_are_listed_when_asked_for_and_any_can_be_typed(typing: Play) -> None:
    begun = ["hearts", "--seed", 1, "--human", 1, "--bot", "random"]
    shown = typing(begun, "moves", "286", "quit")
    assert "286) 7S+JS+KS" in shown and "5.2 Play a card." in shown
    assert "5.2 Play a card." in typing(begun, "7S+JS+KS", "quit")


def test_few_moves_are_listed_whole(typing: Play) -> None:
    assert "moves in all" not in typing(["collapsi", "--deal", DEAL], "quit", height=24)


@pytest.mark.parametrize(("language", "told"), [("en", "① walk 1"), ("de", "① ziehen 1"), ("fr", "① se déplacer 1")])
def test_the_moves_before_are_told_in_the_words_of_the_prompt(typing: Play, language: str, told: str) -> None:
    shown = typing(["collapsi", "--seed", 4, "--lang", language], "1", "quit")
    assert told in shown and f"{told[2:-2]}> " in shown


def test_undo_takes_back_to_the_last_choice_of_a_person(typing: Play) -> None:
    arguments = ["collapsi", "-v", "shifting_board", "--deal", DEAL, "--human", 1, "--bot", "2:random", "--seed", 3]
    shown = typing(arguments, "undo", "1", "undo", "3", "1", "undo", "quit")
    assert "There is nothing to take back." in shown
    drawn = shown.split("Collapsi · Shifting board")
    assert "turn 1\n" in drawn[3] and "① shift" not in drawn[3] and "① walk" not in drawn[3]
    assert "② " in drawn[5] and "② walk" in drawn[5] and "① walk 3" in drawn[-1] and "② walk" not in drawn[-1]


def test_a_shifted_board_is_drawn_where_it_is(typing: Play) -> None:
    shown = typing(["collapsi", "-v", "shifting_board", "-v", "jack_edition", "--deal", DEAL], "1", "row forth", "quit")
    lines = shown.split("Collapsi · ")[-1].splitlines()
    assert lines[2] == "          ╭┄┄┄┄┄╮ ╭─────╮ ╭─────╮ ╭─────╮" and lines[6] == "  ╔═════╗ ╭─────╮ ╔═════╗ ╭─────╮"


def test_a_game_is_saved_and_resumed(typing: Play, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    shown = typing(["collapsi", "-v", "joker_revival", "--seed", 4], "1", "save", f"save {path}", "quit")
    assert "Saved." in shown and "such as: save game.json" in shown
    resumed = typing(["--resume", path], f"save {path}", "undo", "quit")
    assert "① walk 1" in resumed and "Joker revival" in resumed and "turn 2" in resumed
    again = typing(["collapsi", "--resume", path], "quit")
    assert "① walk 1" in again


def test_what_goes_on_with_a_saved_game_is_said_whole(typing: Play, tmp_path: Path) -> None:
    path = tmp_path / "my game"
    arguments = ["dare", "-R", HIDDEN, "--seed", 4, "--players", 2, "--human", 1, "--bot", "2:random"]
    shown = " ".join(typing(arguments, f"save {path}", "quit").split())
    assert f"ruleloom play --resume '{path}' -R {HIDDEN} --human 1 --bot 2:random goes on with it." in shown


def test_what_goes_on_with_a_game_that_was_named_by_its_path_names_its_folder(typing: Play, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    shown = " ".join(typing([HIDDEN / "dare", "--seed", 4, "--players", 2], f"save {path}", "quit").split())
    assert f"ruleloom play --resume {path} -R {HIDDEN} goes on with it." in shown
    assert "Good-bye." in typing(["--resume", path, "-R", HIDDEN], "quit")


def test_another_saved_game_is_left_as_it_is(typing: Play, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    typing(["collapsi", "--seed", 4], "1", f"save {path}", "1", f"save {path}", "quit")
    before = path.read_bytes()
    shown = " ".join(typing(["collapsi", "--seed", 5], f"save {path}", "quit").split())
    assert "this is there already, and is left as it is; choose another name" in shown and path.read_bytes() == before


def test_resuming_goes_on_with_the_same_chance(typing: Play, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    whole = typing(["dare", "-R", HIDDEN, "--seed", 4, "--players", 2], f"save {path}", "decline", "quit")
    resumed = typing(["--resume", path, "-R", HIDDEN], "decline", "quit")
    assert whole.split("decline\n")[-1].split("quit")[0] == resumed.split("decline\n")[-1].split("quit")[0]


def test_other_files_are_not_overwritten(typing: Play, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear reader", encoding="utf-8")
    shown = typing(["collapsi"], f"save {letter}", f"save {tmp_path}", "save /no/such/folder/x", "quit")
    shown = " ".join(shown.split())
    assert letter.read_text(encoding="utf-8") == "Dear reader"
    assert shown.count("is left as it is") == 2
    assert "No such file or directory" in shown and list(tmp_path.iterdir()) == [letter]


def test_the_end_is_told_and_can_be_taken_back(typing: Play, tmp_path: Path) -> None:
    position = tmp_path / "position.yaml"
    position.write_text(
        "given:\n  board: |\n    A 2 (3) (J)\n    (A) (2) (3) (2)\n    (3) (4) (A) (3)\n    (2) (A) (J) 4\n"
        "  pawns: {1: 0, 2: 15}\n",
        encoding="utf-8",
    )
    shown = typing(["collapsi", "--position", position], "1", "what", "undo", "save x.json", "1", "")
    assert "The game is over. Player 1 wins." in shown and "whoever moved last wins" in shown
    assert "cannot be saved" in shown and '"what" is none of these words' in shown
    assert shown.count("The game is over") == 2


def test_bots_can_play_alone(typing: Play) -> None:
    shown = typing(["collapsi", "--bot", "1:random", "--bot", "2:random", "--seed", 1])
    assert shown.count("The game is over") == 1 and "Player 1 (bot)" in shown


def test_a_bot_for_all_leaves_the_first_seat_to_you(typing: Play) -> None:
    shown = typing(["collapsi", "--bot", "random", "--deal", DEAL], "1", "quit")
    assert "Player 1 (you)" in shown and "Player 2 (bot)" in shown and "② walk" in shown


def test_hands_are_hidden_from_the_others(typing: Play) -> None:
    shown = typing(["follow", "-R", HIDDEN, "--seed", 3], "2", "", "1", "", "quit")
    assert "Player 2, press Enter when nobody else looks." in shown
    first, second, *_ = shown.split("press Enter when nobody else looks.")
    hand = first.split("① Player 1: hand ")[1].split(";")[0]
    assert len(hand.split()) == 3 and "② Player 2: hand 3 cards" in first
    assert f"hand {hand}" not in second and "① Player 1: hand 3 cards" in second
    assert "① take aim\n" in second and "① take aim 2" not in second


def test_what_everyone_sees_needs_no_pause(typing: Play) -> None:
    assert "nobody else looks" not in typing(["collapsi", "--deal", DEAL], "1", "quit")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "which game"),
        (["collapsi", "--human", 3], "there is no player 3"),
        (["collapsi", "--human", 1, "--bot", "1:random"], "cannot be both"),
        (["collapsi", "--after", 5, "--deal", "J" + DEAL[1:]], "not allowed"),
        (["--resume", "/no/such/file"], "No such file"),
        (["--resume", "x.json", "-v", "solo"], "a saved game says itself"),
    ],
)
def test_games_that_cannot_begin(typing: Play, arguments: list[object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        typing(arguments, "quit")


# --- drawings ---------------------------------------------------------------------------------------------------------


def square(name: str, **parts: object) -> Square:
    usual: dict[str, object] = {
        "has_card": True, "symbol": "A", "words": (), "is_down": False, "pawns": (), "is_choice": False,
    }  # fmt: skip
    return Square(name, **(usual | parts))  # type: ignore[arg-type]


def drawn(squares: dict[tuple[int, int], Square], width: int = 80, height: int = 100) -> list[str]:
    return [line.plain for line in draw_board(squares, UNICODE, width, height)]


def test_boards_become_smaller_where_there_is_less_room() -> None:
    board = {(row, column): square(str(6 * row + column)) for row in range(6) for column in range(6)}
    large, medium, small = drawn(board), drawn(board, height=20), drawn(board, height=8)
    assert (len(large), len(medium), len(small)) == (24, 18, 6)
    assert small[0].startswith("  │ A   0│ │ A   1│")
    assert all(len(line) <= 80 for line in (*large, *medium, *small))


def test_gaps_are_drawn_and_long_ones_are_marked() -> None:
    board = {(0, 0): square("0"), (0, 2): square("1"), (5, 2): square("2")}
    lines = drawn(board, height=3)
    assert lines == ["  │ A  0│         │ A  1│", "  ⋯", "                  │ A  2│"]


def test_pawns_words_and_long_names_fit_their_frame() -> None:
    board = {
        (0, 0): square("place_one", symbol="10H", words=("turned",), pawns=(1, 2, 3), is_choice=True),
        (0, 1): square("b", has_card=False, symbol=""),
        (1, 0): square("c", symbol="?", is_down=True, pawns=(12,)),
    }
    for height in (100, 7, 2):
        lines = drawn(board, height=height)
        assert len({len(line) for line in lines if line.startswith("  ║")}) == 1
        assert any("①②③" in line for line in lines) and any("⑫" in line for line in lines)


def test_stones_and_numbers_stand_on_their_place() -> None:
    bare = {"has_card": False, "symbol": ""}
    board = {
        (0, 0): square("a1", marks=(Mark("1", 1),), **bare),
        (0, 1): square("b1", marks=(Mark("12", None), Mark("mud", None)), pawns=(2,), **bare),
    }
    assert drawn(board, height=1) == ["  │ ①        a1│ │ ② 12 mud b1│"]


def test_rows_of_hexagons_stand_half_a_cell_aside() -> None:
    board = {
        (row, column): square(f"{'ab'[column]}{row + 1}", has_card=False, symbol="")
        for row in range(3)
        for column in range(2)
    }
    lines = [line.plain for line in draw_board(board, UNICODE, 80, 3, slanted=True)]
    assert [len(line) - len(line.lstrip()) for line in lines] == [2, 6, 10]
    assert lines[1] == "      │   a2│ │   b2│"


def test_play_draws_stones() -> None:
    done = subprocess.run([sys.executable, "-m", "ruleloom", "play", "hex", "-o", "size=3"], input="b2\na1\nquit\n",
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0 and "① b2" in done.stdout and "② a1" in done.stdout


def test_play_in_a_process_without_a_terminal() -> None:
    done = subprocess.run([sys.executable, "-m", "ruleloom", "play", "collapsi", "--deal", DEAL], input="1\nquit\n",
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0 and "\x1b" not in done.stdout and done.stderr == ""
    assert load("collapsi").game.rules.title in done.stdout


# --- talk and seats ---------------------------------------------------------------------------------------------------


def test_a_person_says_something_and_is_told_what_is_possible(typing: Play, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    arguments = ["whispers", "-R", HIDDEN, "-v", "talking", "--seed", 1, "--human", 1]
    shown = typing(
        arguments, "help", "say aiming 2", "say lead low_ones sun to 2", "say aiming 1", "1", f"save {saved}", "quit"
    )
    assert "say lead <height> <s> to <player>: Please lay {height} of {s}." in shown
    assert "①: I go for 2." in shown and "① → Player 2: Please lay low ones of sun." in shown
    assert "Player 1 has said the 2 things that may be said before this decision already." in shown
    resumed = typing(["--resume", saved, "-R", HIDDEN], "quit")
    assert "①: I go for 2." in resumed


def test_what_is_wrong_with_a_statement(typing: Play) -> None:
    arguments = ["whispers", "-R", HIDDEN, "-v", "talking", "--seed", 1, "--human", 1]
    shown = typing(arguments, "say", "say aiming", "say lead low_ones sun", "quit")
    assert "write aiming <n>" in shown and "is said to one player: to 2 or to 3" in shown


def test_nobody_talks_in_a_game_without_talk(typing: Play) -> None:
    shown = typing(["whispers", "-R", HIDDEN, "--seed", 1, "--human", 1], "help", "say aiming 2", "quit")
    assert "Players do not talk in this game." in shown and "say WORDS" not in shown


def test_what_was_said_is_taken_back_with_the_move(typing: Play, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    arguments = ["whispers", "-R", HIDDEN, "-v", "talking", "--seed", 1, "--human", 1]
    typing(arguments, "say aiming 2", "1", "undo", "say aiming 3", "say aiming 0", "2", f"save {saved}", "quit")
    assert [each for each in saved.read_text(encoding="utf-8").splitlines() if "aiming" in each] == [
        '   "text": "aiming 3",', '   "text": "aiming 0",',
    ]  # fmt: skip


def test_a_private_statement_is_not_shown_to_the_next_person(typing: Play) -> None:
    arguments = ["whispers", "-R", HIDDEN, "-v", "talking", "--seed", 1]
    shown = typing(arguments, "say lead low_ones sun to 3", "1", "", "1", "", "quit")
    second, third = shown.split("press Enter")[1:]
    assert "Please lay" not in second and "① → Player 3: Please lay low ones of sun." in third


def test_a_person_alone_plays_both_seats_and_need_not_look_away(typing: Play) -> None:
    shown = typing(["crossing", "-R", HIDDEN, "--seed", 1], "1", "quit")
    assert "① Player 1 (you)" in shown and "② Player 2 (you)" in shown and "nobody else looks" not in shown


def test_there_is_no_second_person(typing: Play) -> None:
    with pytest.raises(InputError, match="there is no player 2"):
        typing(["crossing", "-R", HIDDEN, "--seed", 1, "--human", 2])
