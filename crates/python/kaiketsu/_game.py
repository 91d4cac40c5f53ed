"""Games: what they are, what a solve takes, solving, opening, serving."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _kaiketsu
from ._errors import Interrupted, RequestError
from ._position import Position
from ._progress import Progress, shown

if TYPE_CHECKING:
    from ._solution import Solution

Folder = "str | os.PathLike[str] | None"


def folder_of(given: str | os.PathLike[str] | None) -> Path:
    """The folder of databases that was given, or the one of the command line."""
    found = given if given is not None else _kaiketsu.data_folder()
    if found is None:
        raise RequestError("this system names no data folder; say where with folder=")
    return Path(found)


@dataclass(frozen=True)
class Plan:
    """What a solve would take."""

    game: str
    kernel: str
    distances: bool
    positions: int
    """Stored positions."""
    exact: bool
    """Whether `positions` is exact; if not, it is the least there can be."""
    tiers: int
    layers: int
    threads: int
    memory_needed: int
    memory_comfortable: int
    memory_given: int
    disk_at_most: int
    cpu_seconds: float | None
    """A rough forecast, from a short trial."""


@dataclass(frozen=True)
class Solved:
    """What a solve did."""

    game: str
    complete: bool
    stored_positions: int
    layers: int
    reused_layers: int
    bytes: int
    cpu_seconds: float
    signature_values: str | None
    """Equal for every solve of the game, whatever kernel, threads or program."""
    signature_plies: str | None


class Explorer:
    """The explorer in the browser, served until it is stopped or forgotten."""

    def __init__(self, server: _kaiketsu.Server, path: str) -> None:
        self._server = server
        self.url = f"http://{server.address}/{path}"
        """Where the browser finds it."""

    def stop(self) -> None:
        """Stops serving."""
        self._server.stop()

    def __enter__(self) -> Explorer:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<explorer at {self.url}>"

    def _repr_html_(self) -> str:
        return f'<a href="{self.url}" target="_blank">{self.url}</a>'


class Game:
    """A game that can be looked at, solved, opened and served.

    >>> import kaiketsu
    >>> game = kaiketsu.game("tic-tac-toe")
    >>> game.title, str(game.start)
    ('Tic-tac-toe', '.../.../...')
    """

    def __init__(self, core: _kaiketsu.Game) -> None:
        self._core = core
        facts: dict[str, Any] = json.loads(core.facts())
        self.id: str = facts["id"]
        """The one name of the game."""
        self.title: str = facts["title"]
        """Its name as people say it."""
        self.about: str = facts["about"]
        """Rules and notation in a few sentences."""
        self.kernels: list[str] = [kernel["name"] for kernel in facts["kernels"]]
        """The ways to solve it as a whole, the preferred one first; none if it cannot be."""
        self.goals: list[str] = facts["goals"]
        """The goals that `prove` can be asked for."""
        self._start: str = facts["start"]

    @property
    def start(self) -> Position:
        """Where the game starts."""
        return Position(self, self._start)

    def position(self, text: str) -> Position:
        """A position as the game writes it, or as a list of moves from the start."""
        return Position(self, text)

    @property
    def board(self) -> dict[str, Any]:
        """The cells and the kinds of pieces."""
        found: dict[str, Any] = json.loads(self._core.board())
        return found

    def actions(self, positions: int = 200_000) -> list[str]:
        """The texts of moves, sorted, so that each can have a number.

        They are surely all if no more positions than that can be reached from
        the start; else they are those of so many, and of random games.

        >>> import kaiketsu
        >>> kaiketsu.game("tic-tac-toe").actions()
        ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']
        """
        return self._core.vocabulary(positions)[0]

    def plan(
        self,
        *,
        kernel: str | None = None,
        threads: int | None = None,
        memory: int | None = None,
        distances: bool = True,
    ) -> Plan:
        """What a solve would take; nothing is started.

        >>> import kaiketsu
        >>> kaiketsu.game("quixo-4x4").plan(distances=False).layers
        17
        """
        return Plan(**json.loads(self._core.plan(kernel, threads, memory, distances)))

    def solve(
        self,
        *,
        folder: str | os.PathLike[str] | None = None,
        progress: Progress = None,
        kernel: str | None = None,
        threads: int | None = None,
        memory: int | None = None,
        distances: bool = True,
        layers: int | None = None,
    ) -> Solved:
        """Solves the game into its database, or finishes a solve that was interrupted.

        `progress` is a function `(what, done, total, status)`, `False` for
        none, and without it a bar in terminals and notebooks. Other Python
        threads go on meanwhile. Ctrl-C raises `Interrupted`: what is finished is
        kept, and solving again goes on from there.

        >>> import kaiketsu
        >>> solved = kaiketsu.game("tic-tac-toe").solve()
        >>> solved.complete
        True
        """
        where = folder_of(folder)
        try:
            with shown(progress) as callback:
                done = self._core.solve(where, kernel, threads, memory, distances, layers, callback)
        except KeyboardInterrupt as stopped:
            kept = _kaiketsu.kept_layers(where, self.id)
            raise Interrupted(
                f"stopped: {kept} layer file(s) of {self.id} are finished and kept in {where / self.id}; "
                "solve() goes on from there"
            ) from stopped
        return Solved(**json.loads(done))

    def open(
        self,
        *,
        folder: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        memory: int | None = None,
        seconds: float | None = None,
    ) -> Solution:
        """Whatever answers for the game: its database, or a search made for it.

        `seconds` limits each question to a search; a database needs no limit.
        """
        from ._solution import Solution

        where = folder_of(folder)
        return Solution(self, self._core.open(where, threads, memory), where, seconds)

    def prove(
        self,
        position: Position | str | None = None,
        *,
        after: str = "",
        goal: str | None = None,
        max_plies: int | None = None,
        seconds: float | None = None,
        certificate: bool = False,
        folder: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        memory: int | None = None,
        progress: Progress = None,
    ) -> dict[str, Any]:
        """Proves who wins a position by forward search, or whether a goal can be forced.

        No database is needed. With `certificate=True` the answer has the bytes
        of a proof that `check` replays.

        >>> import kaiketsu
        >>> kaiketsu.game("tic-tac-toe").prove(after="a1 b1", progress=False)["value"]
        'first'
        """
        core = self._core.open_search(folder_of(folder), threads, memory)
        at = None if position is None else str(position)
        with shown(progress) as callback:
            verdict, proof = core.prove(at, after, goal, max_plies, seconds, certificate, callback)
        found: dict[str, Any] = json.loads(verdict)
        if certificate:
            found["certificate"] = proof
        return found

    def check(self, certificate: bytes | str | os.PathLike[str]) -> dict[str, Any]:
        """Replays a certificate, bytes or a file, against the rules: nothing is searched."""
        proof = certificate if isinstance(certificate, bytes) else Path(certificate).read_bytes()
        found: dict[str, Any] = json.loads(self._core.check(proof))
        return found

    def reachable(self, *, memory: int | None = None, progress: Progress = None) -> int:
        """The number of positions that can be reached from the start."""
        with shown(progress) as callback:
            return self._core.reachable(memory, callback)

    def serve(
        self, *, listen: str = "127.0.0.1:0", folder: str | os.PathLike[str] | None = None
    ) -> Explorer:
        """Serves the explorer beside this program, on any free port unless told otherwise.

        >>> import kaiketsu
        >>> with kaiketsu.game("tic-tac-toe").serve() as explorer:
        ...     explorer.url.startswith("http://127.0.0.1:")
        True
        """
        return Explorer(self._core.serve(folder_of(folder), listen), f"#/{self.id}")

    def __repr__(self) -> str:
        return f"<game {self.id}>"

    def __eq__(self, other: object) -> bool:
        return self._core is other._core if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)
