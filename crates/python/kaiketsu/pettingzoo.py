"""PettingZoo: a game as an AEC environment, with an expert to learn from.

>>> import kaiketsu
>>> from kaiketsu.pettingzoo import env
>>> solved = kaiketsu.game("tic-tac-toe").solve()
>>> table = env(kaiketsu.game("tic-tac-toe").open())
>>> table.reset()
>>> table.step(table.actions.index("b2"))
>>> table.actions[table.expert()] in {"a1", "a3", "c1", "c3"}
True

Needs `pip install pettingzoo`.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from ._errors import LawError, RequestError
from ._game import Game
from ._position import Position
from ._solution import Solution

FIRST, SECOND = "player_0", "player_1"


def encode(board: dict[str, Any], scene: dict[str, Any]) -> npt.NDArray[np.uint8]:
    """What lies on the board, as the arrays of `Solution.dataset` have it."""
    depth = max(board["stack"], 1)
    cells = np.zeros((len(board["cells"]), depth), dtype=np.uint8)
    for piece in scene["pieces"]:
        cell = cells[piece["cell"]]
        free = np.flatnonzero(cell == 0)
        if len(free):
            cell[free[0]] = piece["kind"] + 1
        else:
            cell[-1] += len(board["kinds"])
    return cells[:, 0] if depth == 1 else cells


class KaiketsuEnv(AECEnv):
    """A game for two agents who move in turn.

    An observation has the board (see `Solution.dataset`) as the side to move sees it,
    and `action_mask`, a 1 for each legal move. `actions` has the text of each
    action. Plays that take longer than `max_moves` are cut, without a winner.
    With a solution, `expert` says what perfect play does.
    """

    def __init__(self, source: Solution | Game, *, max_moves: int = 500, render_mode: str | None = None) -> None:
        super().__init__()
        self._solution = source if isinstance(source, Solution) else None
        self.game = source.game if isinstance(source, Solution) else source
        if not isinstance(self.game, Game):
            raise TypeError(f"an environment is of a Solution or a Game, not of {type(source).__name__}")
        self.metadata = {"name": f"kaiketsu_{self.game.id}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.actions = self.game.actions()
        """The text of each action."""
        self._numbers = {text: number for number, text in enumerate(self.actions)}
        self._board = self.game.board
        self._max_moves = max_moves
        self._random = random.Random(0)
        self.possible_agents = [FIRST, SECOND]
        shape = self._observed(self.game.start).shape
        observed = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape, dtype=np.uint8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), dtype=np.int8),
            }
        )
        self.observation_spaces = {agent: observed for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self.action_spaces[agent]

    def _observed(self, position: Position) -> npt.NDArray[np.uint8]:
        return encode(self._board, position._view["scene"])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a play, at `options["position"]` if that is given."""
        self._random = random.Random(seed)
        text = (options or {}).get("position")
        self.position = self.game.start if text is None else self.game.position(str(text))
        self._made = 0
        self.agents = list(self.possible_agents)
        self.agent_selection = FIRST
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.position.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def _legal(self) -> list[int]:
        unknown = [move.text for move in self.position.moves if move.text not in self._numbers]
        if unknown:
            raise LawError(f"{self.game.id}: the move `{unknown[0]}` was not met when moves were numbered")
        return [self._numbers[move.text] for move in self.position.moves]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent sees; only the side to move has legal moves."""
        mask = np.zeros(len(self.actions), dtype=np.int8)
        if agent == self.agent_selection:
            mask[self._legal()] = 1
        return {"observation": self._observed(self.position), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Makes the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if action is None or action not in self._legal():
            raise RequestError(f"{self.game.id}: action {action} is not legal here; see action_mask")
        move = next(move for move in self.position.moves if move.text == self.actions[int(action)])
        self.position = self.position.play(move)
        self._made += 1
        other = SECOND if agent == FIRST else FIRST
        turn = other if move.passes else agent
        waits = FIRST if turn == SECOND else SECOND
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        if self.position.over:
            sign = float(self.position.value.sign or 0)
            self.rewards = {turn: sign, waits: -sign}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._made >= self._max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = turn
        self._accumulate_rewards()

    def expert(self) -> int:
        """An action of perfect play for the agent whose turn it is; among equals by the seed of `reset`."""
        if self._solution is None:
            raise RequestError(f"{self.game.id}: an expert needs a solution: env(game.open())")
        best = self._solution.query(self.position).best
        if not best:
            raise RequestError(f"{self.game.id}: the game is over, there are no moves")
        return self._numbers[self._random.choice(best).text]

    def render(self) -> str | None:
        """The board in a few lines of text."""
        return self.position.drawing if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


def env(source: Solution | Game, *, max_moves: int = 500, render_mode: str | None = None) -> KaiketsuEnv:
    """A game, or a solution with its expert, as an environment."""
    return KaiketsuEnv(source, max_moves=max_moves, render_mode=render_mode)
