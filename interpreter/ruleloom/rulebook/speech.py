"""What a run of a game speaks of, in the words of a language: players, cards, places, piles, values, moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruleloom.game import State
from ruleloom.moves import DECLINE, NONE, NOTHING, Move, full_words
from ruleloom.numbering import Numbering
from ruleloom.program import Decide, Pick
from ruleloom.rulebook.naming import Naming, card_called, keyed, player_called, value_called, zone_called
from ruleloom_dsl.ir.game import Game, Kind, Variable
from ruleloom_dsl.ir.game import Move as Declared
from ruleloom_dsl.ir.picking import DONE
from ruleloom_dsl.ir.printing import card_kind
from ruleloom_dsl.ir.types import Card, Maybe, Pawn, Place, Player, SetOf, Team, Truth, Type, Value, Word, Zone
from ruleloom_dsl.texts.borrowed import together
from ruleloom_dsl.texts.language import Filling


@dataclass(frozen=True)
class Speech:
    """The words for what happens in one game; `names` are those of its players, if they have some."""

    words: Naming
    numbering: Numbering
    names: tuple[str, ...] = ()

    def say(self, id: str, **values: Filling) -> str:
        """A phrase of the language about what happens."""
        return self.words.say(f"tell.{id}", **values)

    def player(self, seat: int) -> str:
        """A player, by the seat counted from 0."""
        return player_called(self.words, seat, self.names)

    def kind(self, kind: Kind) -> str:
        """A card of a kind."""
        return card_called(self.words, kind)

    def card(self, component: str, card: int) -> str:
        """A card by its number."""
        return self.kind(card_kind(self.rules, component, card))

    def pile(self, zone: int) -> str:
        """A zone, and whose it is."""
        return zone_called(self.words, self.rules, zone, self.names)

    def keyed(self, name: str, key: Value, per: Type | None) -> str:
        """A name, and in brackets whose it is."""
        return keyed(self.words, self.rules, name, key, per, self.names)

    def variable(self, variable: Variable, key: Value) -> str:
        """What a variable is called, and whose it is."""
        return self.keyed(self.words.name(variable.id), key, variable.of)

    def value(self, value: Value, type_: Type) -> str:
        """A value in words."""
        return value_called(self.words, self.rules, value, type_, self.names)

    def way(self, places: Sequence[str]) -> str:
        """The way from a place to another."""
        return self.say("way", start=places[0], end=places[-1])

    @property
    def rules(self) -> Game:
        """The game."""
        return self.numbering.game

    # --- moves ------------------------------------------------------------------------------------------------------

    def move(self, state: State, move: Move, way: Sequence[str]) -> str:
        """A move as the player would announce it; `way` are the places its pawn goes from and to."""
        declared, tokens = self.announced(state, move)
        if declared is None:
            return self.say(move.alternative)
        parts = [self._token(token, type_, way) for token, type_ in tokens]
        if isinstance(self._instruction(state), Pick) or (len(self.rules.moves) == 1 and parts):
            return together(" ".join(parts), parts)
        name = self.words.name(declared.id)
        return self.say("action", move=name, what=together(" ".join(parts), parts)) if parts else name

    def written(self, state: State, text: str) -> str:
        """A move that is only written, legal or not, as the player would announce it. Raises NotationError."""
        instruction = self._instruction(state)
        if isinstance(instruction, Decide):
            declared, tokens = state.game.machine.decisions.notation.read(instruction, text)
            return self.move(state, Move(declared.id, tokens, text), ())
        tokens = full_words(instruction, text)
        return self.move(
            state, Move(DONE, (), text) if tokens == (DONE,) else Move(instruction.move.id, tokens, text), ()
        )

    def announced(self, state: State, move: Move) -> tuple[Declared | None, list[tuple[str, Type]]]:
        """The move that was chosen and its values as they are written; none of a choice not to do anything."""
        instruction = self._instruction(state)
        if move.alternative in (DECLINE, DONE) and not move.values:
            return None, []
        declared = next(each for each in self.rules.moves if each.id == move.alternative)
        if isinstance(instruction, Pick):
            type_ = self.rules.slots[instruction.some.slot].type
            return declared, [(token, type_) for token in move.values]
        return declared, list(zip(move.values, (each.value.type for each in declared.announced), strict=True))

    def _instruction(self, state: State) -> Decide | Pick:
        instruction = state.game.machine.program.code[state.vector[0]]
        assert isinstance(instruction, Decide | Pick)
        return instruction

    def _token(self, token: str, type_: Type, way: Sequence[str]) -> str:
        match type_:
            case Place() | Maybe(Place()) if way and token == way[-1]:
                return self.way(way)
            case Maybe(of):
                return self.say("none") if token == NONE else self._token(token, of, ())
            case SetOf(item):
                parts = [] if token == NOTHING else token.split("+")
                return self.words.language.listed([self._token(each, item, ()) for each in parts]) or self.say("none")
            case Card(component):
                return self._written_card(token, component)
            case Truth():
                return self.words.language.truth(token == "yes")
            case Player() | Pawn():
                return self.player(int(token) - 1)
            case Team():
                return self.words.say("picture.team", team=int(token))
            case Word():
                return self.words.name(token)
            case Zone():
                zones = [member.name for member in self.numbering.zones]
                return self.pile(zones.index(token)) if token in zones else token
            case _:
                return token

    def _written_card(self, token: str, component: str) -> str:
        symbol, bracket, states = token.partition("(")
        kinds = self.numbering.components[component].kinds
        name = self.kind(next(kind for kind in kinds if kind.symbol == symbol))
        if not bracket:
            return name
        how = [self.words.name(word) for word in states.removesuffix(")").split(",")]
        return self.words.say("picture.turned", card=name, how=together(", ".join(how), how))

    def cards_named(self, tokens: Sequence[tuple[str, Type]]) -> Iterator[str]:
        """The symbols of the cards that a move names."""
        for token, type_ in tokens:
            of = type_.item if isinstance(type_, SetOf) else type_
            if isinstance(of, Card) or (isinstance(of, Maybe) and isinstance(of.of, Card)):
                yield from (part.partition("(")[0] for part in token.split("+"))
