"""Exact solutions of two-player board games, and games of your own, solved.

>>> import kaiketsu
>>> game = kaiketsu.game("tic-tac-toe")
>>> solved = game.solve()
>>> solution = game.open()
>>> print(solution.start.value)
draw
>>> solution.values(["X../.../.O.", "XO./.X./O.."]).outcome
array([1, 1], dtype=int8)

`kaiketsu.games()` lists what there is; `kaiketsu.Rules` describes a game of your
own; `kaiketsu.openspiel` and `kaiketsu.pettingzoo` lead to and from those
libraries. The book has a page: `docs/python.md`.
"""

from __future__ import annotations

import json

from . import _kaiketsu
from ._errors import (
    DamagedError,
    Error,
    InternalError,
    Interrupted,
    LawError,
    NotSolvedError,
    OutOfMemoryError,
    RequestError,
    SystemRefusedError,
)
from ._game import Explorer, Game, Plan, Solved
from ._position import Move, Position, Value
from ._rules import Rules, Step, from_rules
from ._solution import Dataset, Line, Positions, Solution, Values

__version__ = _kaiketsu.VERSION

__all__ = [
    "DamagedError",
    "Dataset",
    "Error",
    "Explorer",
    "Game",
    "InternalError",
    "Interrupted",
    "LawError",
    "Line",
    "Move",
    "NotSolvedError",
    "OutOfMemoryError",
    "Plan",
    "Position",
    "Positions",
    "RequestError",
    "Rules",
    "Solution",
    "Solved",
    "Step",
    "SystemRefusedError",
    "Value",
    "Values",
    "game",
    "games",
]

for _error in (
    DamagedError, Error, InternalError, Interrupted, LawError, NotSolvedError, OutOfMemoryError, RequestError,
    SystemRefusedError,
):
    _error.__module__ = "kaiketsu"  # as people import them


def games() -> list[str]:
    """The ids of all games that come with Kaiketsu.

    >>> import kaiketsu
    >>> "quixo-4x4" in kaiketsu.games()
    True
    """
    return [game["id"] for family in json.loads(_kaiketsu.families()) for game in family["games"]]


def game(which: str | Rules) -> Game:
    """A game by its id, or one that is written in Python; see `Rules`.

    >>> import kaiketsu
    >>> kaiketsu.game("dodgem-6")
    Traceback (most recent call last):
        ...
    kaiketsu.RequestError: there is no game `dodgem-6`; did you mean: dodgem-2, dodgem-3, dodgem-4, dodgem-5
    """
    if isinstance(which, str):
        return Game(_kaiketsu.Game.named(which))
    return from_rules(which)
