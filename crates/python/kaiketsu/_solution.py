"""A game open for questions, one by one and in bulk."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _kaiketsu
from ._errors import RequestError
from ._position import Move, Position, Value, move_of, value_of
from ._progress import Progress, shown

if TYPE_CHECKING:
    from ._game import Game


@dataclass(frozen=True)
class Line:
    """A line of best play."""

    position: str
    value: Value
    moves: list[Move]
    strategy: str
    """How the moves were found: `optimal`, `search` or `random`."""
    end: str
    """Why it stops: `over`, `repeats` or `cut`."""

    def __str__(self) -> str:
        return " ".join(move.text for move in self.moves)


@dataclass(frozen=True)
class Values:
    """What many positions are worth to their sides to move."""

    outcome: npt.NDArray[np.int8]
    """1 for a win, 0 for a draw, -1 for a loss."""
    plies: npt.NDArray[np.int16]
    """Moves of either side to the end, -1 where there is none."""

    def __len__(self) -> int:
        return len(self.outcome)


@dataclass(frozen=True)
class Dataset:
    """Positions with what they are worth and what to play there."""

    boards: npt.NDArray[np.uint8]
    """A row of cells for each position: 0 is empty, else the number of the kind of
    piece and 1; see `Game.board`. A game of stacks has a further axis, from the
    bottom up."""
    movers: npt.NDArray[np.uint8]
    """The side to move; always 0 where the board is seen by it."""
    outcome: npt.NDArray[np.int8]
    """1 for a win of the side to move, 0 for a draw, -1 for a loss."""
    plies: npt.NDArray[np.int16]
    """Moves of either side to the end, -1 where there is none."""
    moves: list[str]
    """The texts of moves that are best somewhere, sorted: the columns of `best`."""
    best_counts: npt.NDArray[np.uint32]
    """How many moves of each position are best; none where the game is over."""
    best_places: npt.NDArray[np.uint32]
    """All best moves, position after position, by their places in `moves`."""

    @cached_property
    def best(self) -> npt.NDArray[np.uint8]:
        """A row for each position with a 1 for each of its best moves."""
        mask = np.zeros((len(self), len(self.moves)), dtype=np.uint8)
        mask[np.repeat(np.arange(len(self)), self.best_counts), self.best_places] = 1
        return mask

    def __len__(self) -> int:
        return len(self.outcome)


class Positions:
    """Stored positions with their values, read as Arrow record batches.

    Whoever reads the Arrow PyCapsule interface takes it as it is:
    `pyarrow.table(p)`, `polars.DataFrame(p)`, `pandas.DataFrame.from_arrow(p)`, and
    DuckDB by the name of the variable. The columns are `tier`, `number` (in the
    tier), `weight` (how many positions of the game the row stands for),
    `position`, `outcome` (1, 0, -1) and `plies` (null for draws).
    """

    def __init__(self, stream: _kaiketsu.Stream) -> None:
        self._stream = stream

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._stream.__arrow_c_stream__(requested_schema)


_OUTCOMES = {"win": 1, "draw": 0, "loss": -1, 1: 1, 0: 0, -1: -1}


def _text(position: object) -> str:
    if isinstance(position, (str, Position)):
        return str(position)
    raise TypeError(f"a position is a text or a Position, not {type(position).__name__}")


def _array(data: bytearray, kind: Any) -> npt.NDArray[Any]:
    return np.frombuffer(data, dtype=kind)


class Solution:
    """Whatever answers for a game. A position is an object, its text, or a list of moves.

    >>> import kaiketsu
    >>> solved = kaiketsu.game("tic-tac-toe").solve()
    >>> solution = kaiketsu.game("tic-tac-toe").open()
    >>> print(solution.query("X../.../.O.").value)
    win in 5
    >>> print(solution.line("X../.../.O."))
    a1 a2 b2 c1 c3
    """

    def __init__(self, game: Game, core: _kaiketsu.Solution, folder: Path, seconds: float | None) -> None:
        self.game = game
        """The game."""
        self.seconds = seconds
        """How long each question to a search may take."""
        self._core = core
        self._folder = folder

    @property
    def source(self) -> str:
        """Where values come from: `database` or `search`."""
        return self._core.source()

    @property
    def manifest(self) -> dict[str, Any] | None:
        """What the database says of itself, if there is one."""
        found = self._core.manifest()
        return None if found is None else dict(json.loads(found))

    @property
    def start(self) -> Position:
        """The start with its value and those of all moves."""
        return Position(self.game, self.game._start, self)

    def query(self, position: Position | str | None = None) -> Position:
        """A position with its value and those of all moves, the best first."""
        if position is None:
            return self.start
        played = position._plies_played if isinstance(position, Position) else 0
        return Position(self.game, _text(position), self, played)

    def line(self, position: Position | str | None = None, *, most: int = 1_000, seed: int = 0) -> Line | None:
        """Best play from a position; `None` if a search does not find it in time."""
        at = self.game._start if position is None else _text(position)
        found = self._core.line(at, most, seed, self.seconds)
        if found is None:
            return None
        view = json.loads(found)
        moves = [move_of(move) for move in view["moves"]]
        return Line(view["position"], value_of(view), moves, view["strategy"], view["end"])

    def stats(
        self, *, fingerprint: bool = False, memory: int | None = None, progress: Progress = None
    ) -> dict[str, Any]:
        """Counts over all positions, by the names of `kaiketsu --json stats`."""
        with shown(progress) as callback:
            found: dict[str, Any] = json.loads(self._core.statistics(fingerprint, memory, callback))
        return found

    def verify(
        self,
        *,
        sample: int | None = None,
        seed: int = 0,
        by_the_rules: bool = False,
        memory: int | None = None,
        progress: Progress = None,
    ) -> dict[str, Any]:
        """Checks all bytes and every position against its moves, or a sample; raises `DamagedError`."""
        with shown(progress) as callback:
            found = self._core.verify(sample, seed, by_the_rules, memory, callback)
        return dict(json.loads(found))

    def puzzles(
        self,
        count: int = 10,
        *,
        min_plies: int = 3,
        max_plies: int = 65_535,
        visits: int = 2_000_000,
        seed: int = 0,
        progress: Progress = None,
    ) -> list[dict[str, Any]]:
        """Positions in which exactly one move wins, the shortest wins first."""
        if min_plies > max_plies:
            raise RequestError(f"min_plies={min_plies} is more than max_plies={max_plies}")
        with shown(progress) as callback:
            found = self._core.puzzles(count, min_plies, max_plies, visits, seed, callback)
        return list(json.loads(found))

    def prove(self, position: Position | str | None = None, **options: Any) -> dict[str, Any]:
        """Proves who wins a position by search, beside the database; see `Game.prove`."""
        return self.game.prove(position, folder=options.pop("folder", self._folder), **options)

    def check(self, certificate: Any) -> dict[str, Any]:
        """Replays a certificate against the rules; see `Game.check`."""
        return self.game.check(certificate)

    @cached_property
    def _bulk(self) -> _kaiketsu.Bulk:
        return self._core.bulk()

    @property
    def tiers(self) -> list[dict[str, Any]]:
        """The tiers in stored order: number, layer, name, positions."""
        return list(json.loads(self._bulk.tiers()))

    def values(self, positions: Iterable[Position | str]) -> Values:
        """What many positions are worth, given as texts or objects.

        >>> import kaiketsu
        >>> solved = kaiketsu.game("tic-tac-toe").solve()
        >>> kaiketsu.game("tic-tac-toe").open().values(["X../.../.O.", "..."+"/..."*2]).outcome
        array([1, 0], dtype=int8)
        """
        if isinstance(positions, str):
            raise TypeError("values takes many positions; for one ask query(position).value")
        listed: Any = positions
        for convert in ("to_pylist", "to_list", "tolist"):
            if hasattr(listed, convert):
                listed = getattr(listed, convert)()
                break
        texts = [position if type(position) is str else _text(position) for position in listed]
        outcome, plies = self._bulk.values(texts)
        return Values(_array(outcome, np.int8), _array(plies, np.int16))

    def values_at(self, tier: int, numbers: npt.ArrayLike) -> Values:
        """What the positions with these numbers in a tier are worth."""
        wanted = np.asarray(numbers)
        if wanted.size and not np.issubdtype(wanted.dtype, np.integer):
            raise TypeError(f"numbers are integers, not {wanted.dtype}")
        if wanted.size and wanted.min() < 0:
            raise RequestError("numbers are counted from 0; one is negative")
        outcome, plies = self._bulk.values_at(tier, wanted.astype(np.uint64).ravel().tobytes())
        return Values(_array(outcome, np.int8), _array(plies, np.int16))

    def tier(self, tier: int) -> Positions:
        """A whole tier as a stream of record batches, in stored order."""
        return Positions(self._bulk.stream(None, 0, tier, None, None, None, None))

    def positions(
        self,
        sample: int | None = None,
        *,
        seed: int = 0,
        tier: int | None = None,
        outcome: str | int | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
    ) -> Positions:
        """Stored positions as a stream of record batches: all in stored order, or a random sample.

        With a filter, a sample has as many positions that pass it, if there are so many.
        """
        if outcome is not None and outcome not in _OUTCOMES:
            raise RequestError(f"an outcome is 'win', 'draw' or 'loss', not {outcome!r}")
        if sample is not None and sample < 0:
            raise RequestError(f"a sample has at least 0 positions, not {sample}")
        sign = None if outcome is None else _OUTCOMES[outcome]
        # What passes a filter is known only when it has been looked at.
        filtered = (sign, min_plies, max_plies) != (None, None, None)
        looked_at = 2**63 if sample is not None and filtered else sample
        stream = self._bulk.stream(looked_at, seed, tier, sign, min_plies, max_plies, sample)
        return Positions(stream)

    def dataset(
        self, positions: int, seed: int = 0, *, tier: int | None = None, progress: Progress = None
    ) -> Dataset:
        """So many stored positions, or all if there are fewer, with values and best moves.

        Each stored position comes once; where the database folds images of a
        position into one, that one stands for them.
        """
        if positions < 0:
            raise RequestError(f"a data set has at least 0 positions, not {positions}")
        with shown(progress) as callback:
            found = self._bulk.dataset(positions, seed, tier, callback)
        boards, movers, outcome, plies, counts, best, moves = found
        board = self.game.board
        cells, depth = len(board["cells"]), max(board["stack"], 1)
        shape = (-1, cells) if depth == 1 else (-1, cells, depth)
        order = sorted(range(len(moves)), key=moves.__getitem__)
        places = np.empty(len(moves), dtype=np.uint32)
        places[order] = np.arange(len(moves), dtype=np.uint32)
        return Dataset(
            boards=_array(boards, np.uint8).reshape(shape),
            movers=_array(movers, np.uint8),
            outcome=_array(outcome, np.int8),
            plies=_array(plies, np.int16),
            moves=[moves[place] for place in order],
            best_counts=_array(counts, np.uint32),
            best_places=places[_array(best, np.uint32)],
        )

    def __repr__(self) -> str:
        return f"<solution of {self.game.id} from a {self.source}>"
