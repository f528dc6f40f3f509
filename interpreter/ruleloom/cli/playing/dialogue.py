"""The talk between a player and the table: moves, and the words that are no moves."""

import itertools
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text

from ruleloom.cli.files import write_file
from ruleloom.cli.inputs import InputError
from ruleloom.cli.playing.choices import Ambiguous, Choice, find_choice
from ruleloom.cli.playing.screen import Quit
from ruleloom.cli.playing.table import Table, table_legend
from ruleloom.cli.refusals import print_refusal
from ruleloom.cli.sheet import print_entry
from ruleloom.cli.showing import print_rules
from ruleloom.explain import Refusal
from ruleloom.game import Decision
from ruleloom.moves import Move, NotationError
from ruleloom.record import write_record
from ruleloom.rulebook.entries import Entry
from ruleloom.rulebook.outline import outline
from ruleloom.talk import TooMuchTalk, fillings, pattern

WORDS = {
    "help": "the rules of this choice, and these words",
    "why MOVE": "which rule forbids a move (hint MOVE does the same)",
    "moves": "the moves you can choose from",
    "board": "the table once more",
    "rules": "all rules of the game",
    "say WORDS": "say something that is listed above",
    "undo": "take your last move back",
    "save FILE": "keep the game; play --resume FILE goes on with it",
    "quit": "leave",
}


@dataclass(slots=True)
class Dialogue:
    """Asks a player until there is a move, or the moves before were taken back."""

    table: Table
    choices: tuple[Choice, ...] = ()
    words: dict[str, Callable[[str], bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = {
            "help": self._help, "?": self._help, "why": self._why, "hint": self._why, "moves": self._list,
            "board": self._board, "rules": self._rules, "undo": self._undo, "save": self._save, "quit": self._quit,
            "exit": self._quit, "say": self._say,
        }  # fmt: skip

    def one_choice(self) -> None:
        """Show the table to whoever is to choose, and let them choose or take back."""
        table = self.table
        decision = table.state.decision
        table.seat(decision.player + 1)
        table.draw()
        self._introduce(decision)
        while not self._answer(table.screen.ask(f"{self._asked(decision)}>", self._completions())):
            pass

    def after_the_end(self) -> bool:
        """Whether somebody goes on after the end, by taking back."""
        screen = self.table.screen
        self.choices = ()
        while True:
            typed = screen.ask("undo, save FILE, or Enter to leave>", ["undo", "save "])
            word, _, rest = typed.partition(" ")
            if word in ("", "quit", "exit"):
                return False
            if word in self.words:
                if self.words[word](rest.strip()):
                    return True
            else:
                screen.say(f'"{typed}" is none of these words.')

    def _asked(self, decision: Decision) -> str:
        return f"Player {decision.player + 1}, {decision.id.replace('_', ' ')}"

    def _completions(self) -> list[str]:
        words = [word.partition(" ")[0] + " " * (" " in word) for word in WORDS]
        return [*(choice.move.text for choice in self.choices), *words]

    def _introduce(self, decision: Decision) -> None:
        """Print the sentence of what is to be chosen, and the moves."""
        self.choices = self.table.choices()
        screen = self.table.screen
        screen.show([Text()])
        for alternative in dict.fromkeys(move.alternative for move in decision.moves):
            if sentence := self.table.loaded.sentence(f"moves.{alternative}"):
                screen.say(sentence)
        self.table.draw_choices(self.choices)
        screen.say("Type a move, or help.", "dim")

    def _answer(self, typed: str) -> bool:
        """Whether the state has changed."""
        if not typed:
            return False
        try:
            move = find_choice(self.choices, typed)
        except Ambiguous as error:
            self.table.screen.say(f"{error}.", "yellow")
            return False
        if move is not None:
            return self._play(move)
        word, _, rest = typed.partition(" ")
        if word in self.words:
            return self.words[word](rest.strip())
        return self._refuse(typed)

    def _play(self, move: Move) -> bool:
        self.table.session.play(move)
        return True

    def _refuse(self, typed: str) -> bool:
        screen = self.table.screen
        try:
            refusal = self._explained(typed)
        except NotationError:
            screen.say(f'"{typed}" is no move here. moves lists what you can choose, help explains.', "yellow")
            return False
        if refusal is None:
            screen.say(f"{typed} is allowed.", "green")
        else:
            print_refusal(screen.page, self.table.loaded, refusal, places=False)
        return False

    def _explained(self, typed: str) -> Refusal | None:
        """What is against a move as it was typed, or with the id in front that was left out. Raises NotationError."""
        state = self.table.state
        alternatives = {choice.move.alternative for choice in self.choices if choice.move.values}
        try:
            return state.explain(typed)
        except NotationError:
            if len(alternatives) != 1:
                raise
            return state.explain(f"{alternatives.pop()} {typed}")

    def _why(self, rest: str) -> bool:
        if not rest:
            self.table.screen.say("Write the move behind it, such as: why " + self.choices[0].move.text)
            return False
        chosen = next((choice.move.text for choice in self.choices if choice.key and choice.key == rest), rest)
        return self._refuse(chosen)

    def _help(self, _: str) -> bool:
        screen, ruleset = self.table.screen, self.table.loaded.ruleset
        decision = self.table.state.pending
        if isinstance(decision, Decision):
            wanted = {f"moves.{move.alternative}" for move in decision.moves}
            entries = [entry for chapter in outline(ruleset) for entry in chapter.entries]
            screen.page.heading("What is to be done")
            for entry in itertools.chain(_only(entries, "play."), (each for each in entries if each.key in wanted)):
                print_entry(screen.page, entry)
        screen.page.heading("The drawing")
        for line in table_legend(screen):
            screen.page.item(line)
        self._help_to_talk()
        screen.page.heading("Words")
        for word, meaning in WORDS.items():
            if not word.startswith("say ") or self.table.loaded.game.rules.talk is not None:
                screen.page.row(word, meaning, column=14)
        return False

    def _help_to_talk(self) -> None:
        """List what can be said, where players talk."""
        page, talk = self.table.screen.page, self.table.loaded.game.rules.talk
        if talk is not None:
            page.heading(f"What you may say, at most {talk.at_most} times before each move")
            for saying in talk.says:
                page.item(f"say {pattern(saying)}: {saying.text}")
                for each in fillings(saying):
                    page.item(each, 1, mark="–")

    def _say(self, rest: str) -> bool:
        table = self.table
        try:
            table.draw_statement(table.say(table.watched, rest))
        except (NotationError, TooMuchTalk) as error:
            table.screen.say(f"{error}.", "yellow")
        return False

    def _list(self, _: str) -> bool:
        self.table.draw_choices(self.choices)
        return False

    def _board(self, _: str) -> bool:
        self.table.draw()
        return False

    def _rules(self, _: str) -> bool:
        print_rules(self.table.screen.page, self.table.loaded)
        return False

    def _undo(self, _: str) -> bool:
        """Take back to the last choice of a person."""
        table = self.table
        moves = table.session.moves
        own = [number for number, played in enumerate(moves) if played.seat not in table.bots]
        if not own:
            table.screen.say("There is nothing to take back.", "yellow")
            return False
        table.session.undo(len(moves) - own[-1])
        return True

    def _save(self, rest: str) -> bool:
        screen, session = self.table.screen, self.table.session
        if not rest:
            screen.say("Write the name of the file behind it, such as: save game.json")
        elif not session.can_be_recorded:
            screen.say("A game that began with a position in a file cannot be saved.", "yellow")
        else:
            try:
                _keep(Path(rest), write_record(session.record()) + "\n", self.table.files)
                command = shlex.join(["ruleloom", "play", "--resume", rest, *self.table.resuming])
                screen.say(f"Saved. {command} goes on with it.", "green")
            except InputError as error:
                screen.say(f"{error.place}: {error.message}", "yellow")
        return False

    def _quit(self, _: str) -> bool:
        raise Quit


def _only(entries: list[Entry], prefix: str) -> list[Entry]:
    return [entry for entry in entries if entry.key.startswith(prefix)]


def _keep(path: Path, text: str, own: set[Path]) -> None:
    """Write a record, in place of an earlier one of the same game (whose files are `own`) but of nothing else."""
    if os.path.lexists(path) and path.resolve() not in own:
        raise InputError("this is another file, and is left as it is; choose another name", str(path))
    write_file(path, text)
    own.add(path.resolve())
