"""OpenSpiel: its games solved here, and solved games as bots and policies there.

`load` takes a game of `pyspiel`, explores and returns it as a game like any other.
`as_game` makes a game of ours one of theirs. `Bot` and `Policy` play either by its
solution. Needs `pip install open_spiel`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pyspiel
from open_spiel.python.policy import Policy as _Policy

from ._errors import LawError, RequestError
from ._game import Game
from ._position import Position
from ._progress import Progress
from ._rules import Rules, Step, from_rules
from ._solution import Solution


def _word(text: str) -> str:
    """A text in one word: rows with `/` between, other white space as `_`."""
    rows = text.strip("\n").split("\n")
    return re.sub(r"\s", "_", "/".join(rows)) or "_"


class _Node:
    """A state, known by its text and the side to move."""

    __slots__ = ("key", "player", "state")

    def __init__(self, state: Any, player: int) -> None:
        self.state = state
        self.player = player
        self.key = (player, _word(str(state)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Node) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class _Mixed(Exception):
    """A text is that of two positions with different sides to move."""


class _Spiel(Rules):
    """The rules of a game of OpenSpiel."""

    def __init__(self, spiel: Any, with_player: bool) -> None:
        self.spiel = spiel
        self.with_player = with_player
        self.id = "openspiel-" + re.sub(r"[^a-z0-9]+", "-", str(spiel).lower()).strip("-")
        self.title = f"{spiel.get_type().long_name} (OpenSpiel)"
        self.about = f"The game {spiel} of OpenSpiel; positions and moves as it writes them."
        self._players: dict[str, int] = {}
        self._legal: dict[tuple[int, str], tuple[int, ...]] = {}

    def _node(self, state: Any, mover: int) -> _Node:
        # The side to move after the end is the one that did not make the last move.
        node = _Node(state, 1 - mover if state.is_terminal() else state.current_player())
        legal = tuple(state.legal_actions())
        if self._legal.setdefault(node.key, legal) != legal:
            raise LawError(
                f"{self.id}: two states are written `{node.key[1]}` and have different moves: the text of this "
                "game does not say all of a state, so it cannot be solved by it"
            )
        return node

    def text_of(self, player: int, word: str) -> str:
        """The text of a position."""
        return f"{word}:{player}" if self.with_player else word

    def start(self) -> _Node:
        return self._node(self.spiel.new_initial_state(), 1)

    def ending(self, node: _Node) -> int | None:
        if not node.state.is_terminal():
            return None
        worth: float = node.state.returns()[node.player]
        return (worth > 0) - (worth < 0)

    def moves(self, node: _Node) -> Iterator[int]:
        yield from node.state.legal_actions()
        node.state = None  # all of its moves have been played

    def play(self, node: _Node, action: int) -> Step:
        child = self._node(node.state.child(action), node.player)
        return Step(child, passes=child.player != node.player)

    def text(self, node: _Node) -> str:
        if not self.with_player and self._players.setdefault(node.key[1], node.player) != node.player:
            raise _Mixed
        return self.text_of(*node.key)

    def move_text(self, node: _Node, action: int) -> str:
        return _word(node.state.action_to_string(node.player, action))


class SpielGame(Game):
    """A game of OpenSpiel, solved here like any other."""

    def __init__(self, core: Any, rules: _Spiel) -> None:
        super().__init__(core)
        self.spiel = rules.spiel
        """The game of `pyspiel`."""
        self._rules = rules

    def text_of(self, state: Any) -> str:
        """The text of the position that a state of `pyspiel` is in."""
        mover = state.full_history()[-1].player if state.is_terminal() else None
        player = state.current_player() if mover is None else 1 - mover
        return self._rules.text_of(player, _word(str(state)))


def _refuse(spiel: Any) -> None:
    kind, kinds = spiel.get_type(), pyspiel.GameType
    reasons = [
        (kind.dynamics != kinds.Dynamics.SEQUENTIAL, "its players move at the same time"),
        (kind.chance_mode != kinds.ChanceMode.DETERMINISTIC, "it has chance"),
        (kind.information != kinds.Information.PERFECT_INFORMATION, "players do not see everything"),
        (spiel.num_players() != 2, f"it has {spiel.num_players()} players"),
        (kind.utility != kinds.Utility.ZERO_SUM, "one side's gain is not the other's loss"),
    ]
    found = [reason for holds, reason in reasons if holds]
    if found:
        raise RequestError(f"{spiel} cannot be solved here: {', '.join(found)}")


def load(which: Any, *, positions: int = 5_000_000, progress: Progress = False) -> SpielGame:
    """A deterministic game of `pyspiel` of perfect information, two players and zero sum.

    States that are written alike are one position; a game whose text does not say
    all of a state is refused as soon as that shows in the moves. Who wins counts,
    not by how much.
    """
    spiel = pyspiel.load_game(which) if isinstance(which, str) else which
    _refuse(spiel)
    try:
        rules = _Spiel(spiel, with_player=False)
        game = from_rules(rules, positions=positions, progress=progress)
    except _Mixed:
        rules = _Spiel(spiel, with_player=True)
        game = from_rules(rules, positions=positions, progress=progress)
    return SpielGame(game._core, rules)


class _State(pyspiel.State):
    """A state of a game of ours."""

    def __init__(self, game: _OurGame) -> None:
        super().__init__(game)
        self._ours = game
        self._player = 0
        self.position: Position = game.ours.start

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.position.over else self._player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._ours.number(move.text) for move in self.position.moves)

    def _apply_action(self, action: int) -> None:
        text = self._ours.actions[action]
        move = next(move for move in self.position.moves if move.text == text)
        self.position = self.position.play(move)
        self._player = 1 - self._player if move.passes else self._player

    def _action_to_string(self, player: int, action: int) -> str:
        return self._ours.actions[action]

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        sign = float(self.position.value.sign or 0) if self.position.over else 0.0
        return [sign, -sign] if self._player == 0 else [-sign, sign]

    def __str__(self) -> str:
        return self.position.text


class _OurGame(pyspiel.Game):
    """A game of ours, for OpenSpiel."""

    def __init__(self, ours: Game, longest: int) -> None:
        self.ours = ours
        self.actions = ours.actions()
        self._numbers = {text: number for number, text in enumerate(self.actions)}
        kinds = pyspiel.GameType
        name = "kaiketsu_" + ours.id.replace("-", "_")
        kind = pyspiel.GameType(
            short_name=name,
            long_name=ours.title,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.DETERMINISTIC,
            information=kinds.Information.PERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(kind, info, {})

    def number(self, text: str) -> int:
        """The number of a move."""
        found = self._numbers.get(text)
        if found is None:
            raise LawError(f"{self.ours.id}: the move `{text}` was not met when moves were numbered")
        return found

    def new_initial_state(self) -> _State:
        return _State(self)


def as_game(game: Game, *, longest: int = 10_000) -> Any:
    """A game of ours as a game of `pyspiel`; `longest` is what it is told of the length of plays."""
    return _OurGame(game, longest)


def _best_actions(solution: Solution, state: Any) -> list[int]:
    """The actions of a state that are best, by the solution."""
    if isinstance(state, _State):
        best = {move.text for move in solution.query(state.position).best}
    elif isinstance(solution.game, SpielGame):
        best = {move.text for move in solution.query(solution.game.text_of(state)).best}
    else:
        raise RequestError(
            f"the solution is of {solution.game.id}; states come from openspiel.as_game(game), or the game from openspiel.load"
        )
    player = state.current_player()
    return [action for action in state.legal_actions() if _word(state.action_to_string(player, action)) in best]


class Bot(pyspiel.Bot):
    """Plays perfectly, by a solution; among equals by chance, which the seed decides."""

    def __init__(self, solution: Solution, seed: int = 0) -> None:
        super().__init__()
        self._solution = solution
        self._seed = seed
        self._random = random.Random(seed)

    def restart_at(self, state: Any) -> None:
        """Begins anew."""
        self.restart()

    def restart(self) -> None:
        """Begins anew."""
        self._random = random.Random(self._seed)

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Needs no telling: the state says it all."""

    def provides_policy(self) -> bool:
        """It does."""
        return True

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """The best actions with their chances, and the one it takes."""
        best = _best_actions(self._solution, state)
        return [(action, 1 / len(best)) for action in best], self._random.choice(best)

    def step(self, state: Any) -> int:
        """A best action."""
        return self.step_with_policy(state)[1]


class Policy(_Policy):
    """Every best move with the same chance, by a solution."""

    def __init__(self, spiel: Any, solution: Solution, players: Iterable[int] = (0, 1)) -> None:
        super().__init__(spiel, list(players))
        self._solution = solution

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The chance of every action that is ever taken."""
        best = _best_actions(self._solution, state)
        return {action: 1 / len(best) for action in best}
