"""Positions, moves and values as objects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, total_ordering
from typing import TYPE_CHECKING, Any

from ._errors import RequestError

if TYPE_CHECKING:
    from ._game import Game
    from ._solution import Solution

_RANKS = {"loss": 0, "draw": 1, "win": 2}


@total_ordering
@dataclass(frozen=True)
class Value:
    """What a position is worth to its side to move, or a move to the side that makes it.

    The more welcome of two values is the greater one, and `-` is how the other
    side sees it.

    >>> Value("win", 3) > Value("win", 5) > Value("draw") > Value("loss", 8) > Value("loss", 2)
    True
    >>> print(-Value("win", 3))
    loss in 3
    """

    outcome: str | None
    """`"win"`, `"draw"`, `"loss"`, or `None` if it is not known."""
    plies: int | None = None
    """Moves of either side to the end: the winner hurries, the loser delays."""
    kind: str | None = None
    """`"complete"` or `"narrow"` in games that know wins of two kinds."""

    def __post_init__(self) -> None:
        if self.outcome is not None and self.outcome not in _RANKS:
            raise RequestError(f"an outcome is 'win', 'draw' or 'loss', not {self.outcome!r}")

    @property
    def sign(self) -> int | None:
        """1 for a win, 0 for a draw, -1 for a loss."""
        return None if self.outcome is None else _RANKS[self.outcome] - 1

    def _key(self) -> tuple[float, int, int]:
        # What is not known comes between draws and losses.
        rank = 0.5 if self.outcome is None else float(_RANKS[self.outcome])
        sign = 1 if self.outcome == "loss" else -1
        clear = -sign * (0 if self.kind is None else 1 if self.kind == "narrow" else 2)
        return (rank, clear, sign * (self.plies if self.plies is not None else -1))

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Value) else NotImplemented

    def __neg__(self) -> Value:
        turned = {"win": "loss", "loss": "win"}
        outcome = None if self.outcome is None else turned.get(self.outcome, self.outcome)
        return Value(outcome, self.plies, self.kind)

    def __str__(self) -> str:
        if self.outcome is None:
            return "unknown"
        clearly = f"{self.kind} " if self.kind else ""
        return f"{clearly}{self.outcome}" + (f" in {self.plies}" if self.plies is not None else "")


def value_of(view: dict[str, Any]) -> Value:
    """The value in an answer of the library."""
    return Value(view["value"], view["plies"], view.get("kind"))


@dataclass(frozen=True)
class Move:
    """A legal move with what it is worth to the side that makes it."""

    text: str
    """How it is written, such as `a1-a4`."""
    value: Value
    """What it is worth; the distance counts the move."""
    leads_to: str
    """The position after it, as text."""
    passes: bool
    """Whether the other side moves next."""

    def __str__(self) -> str:
        return self.text


def move_of(view: dict[str, Any]) -> Move:
    """The move in an answer of the library."""
    return Move(view["move"], value_of(view), view["position"], view["passes"])


class Position:
    """A position of a game: by the rules alone, or with values if it is of a solution.

    >>> import kaiketsu
    >>> start = kaiketsu.game("tic-tac-toe").start
    >>> start.play("b2").text
    '.../.X./...'
    >>> start.play("b2") == start.play("b2"), len(start.moves)
    (True, 9)
    >>> start.play("b2").play("b2")
    Traceback (most recent call last):
        ...
    kaiketsu.RequestError: tic-tac-toe: `b2` is not a legal move here; legal: a1 b1 c1 a2 c2 a3 b3 c3
    """

    __slots__ = ("_plies_played", "_solution", "_view", "game", "text", "__dict__")

    def __init__(self, game: Game, text: str, solution: Solution | None = None, played: int = 0) -> None:
        self.game = game
        """The game."""
        self._solution = solution
        self._plies_played = played
        asked = solution._core.view(text, solution.seconds) if solution is not None else game._core.look(text)
        self._view: dict[str, Any] = json.loads(asked[0])
        self._view["drawing"] = asked[1]
        self.text: str = self._view["position"]
        """The position as the game writes it."""

    @property
    def value(self) -> Value:
        """What it is worth to the side to move; by the rules alone only finished games have a value."""
        return value_of(self._view)

    @property
    def over(self) -> bool:
        """Whether the game is over here."""
        return bool(self._view["over"])

    @cached_property
    def moves(self) -> list[Move]:
        """All legal moves: the best first, or as the rules list them."""
        return [move_of(view) for view in self._view["moves"]]

    @property
    def best(self) -> list[Move]:
        """The moves that are worth as much as the first one."""
        return [move for move in self.moves if move.value == self.moves[0].value]

    @property
    def children(self) -> list[Position]:
        """Where the moves lead, in their order."""
        return [self.play(move) for move in self.moves]

    def play(self, *moves: Move | str) -> Position:
        """The position after these moves."""
        position = self
        for move in moves:
            if not isinstance(move, (Move, str)):
                raise TypeError(f"a move is a Move or a text, not {type(move).__name__}")
            position = position._step(str(move))
        return position

    def _step(self, text: str) -> Position:
        found = [move for move in self.moves if move.text == text]
        found = found or [move for move in self.moves if move.text.lower() == text.lower()]
        if not found:
            legal = " ".join(move.text for move in self.moves)
            why = "the game is over, there are no moves" if self.over else f"is not a legal move here; legal: {legal}"
            raise RequestError(f"{self.game.id}: `{text}` {why}")
        played = self._plies_played + (1 if found[0].passes else 0)
        return Position(self.game, found[0].leads_to, self._solution, played)

    @property
    def drawing(self) -> str:
        """The board in a few lines of text."""
        return str(self._view["drawing"])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        worth = "" if self.value.outcome is None else f", {self.value}"
        return f"<{self.game.id} {self.text}{worth}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game.id, self.text) == (other.game.id, other.text)

    def __hash__(self) -> int:
        return hash((self.game.id, self.text))

    def _repr_svg_(self) -> str:
        """The picture of the explorer, for notebooks: moves are coloured by what they are worth."""
        second = self._plies_played % 2 == 1
        if self._solution is not None:
            return self._solution._core.picture(self.text, second, self._solution.seconds)
        return self.game._core.picture(self.text, second)
