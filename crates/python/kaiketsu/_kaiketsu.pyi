"""The native part of the package. Answers are JSON, arrays are bytes."""

import os
from collections.abc import Callable
from typing import Any, final

__all__ = [
    "VERSION",
    "Bulk",
    "Game",
    "Server",
    "Solution",
    "Stream",
    "Table",
    "data_folder",
    "families",
    "kept_layers",
]

VERSION: str

_Progress = Callable[[str, int, int, str], object]
_Path = str | os.PathLike[str]

def data_folder() -> os.PathLike[str] | None: ...
def families() -> str: ...
def kept_layers(folder: _Path, id: str) -> int: ...
@final
class Game:
    @staticmethod
    def named(id: str) -> Game: ...
    def facts(self) -> str: ...
    def board(self) -> str: ...
    def look(self, position: str) -> tuple[str, str]: ...
    def picture(self, position: str, second: bool) -> str: ...
    def vocabulary(self, most: int) -> tuple[list[str], bool]: ...
    def plan(self, kernel: str | None, threads: int | None, memory: int | None, distances: bool) -> str: ...
    def solve(
        self,
        folder: _Path,
        kernel: str | None,
        threads: int | None,
        memory: int | None,
        distances: bool,
        layers: int | None,
        progress: _Progress | None,
    ) -> str: ...
    def open(self, folder: _Path, threads: int | None, memory: int | None) -> Solution: ...
    def open_search(self, folder: _Path, threads: int | None, memory: int | None) -> Solution: ...
    def reachable(self, memory: int | None, progress: _Progress | None) -> int: ...
    def check(self, certificate: bytes) -> str: ...
    def serve(self, folder: _Path, address: str) -> Server: ...

@final
class Server:
    @property
    def address(self) -> str: ...
    def stop(self) -> None: ...

@final
class Table:
    def __new__(
        cls,
        id: str,
        title: str,
        about: str,
        version: int,
        texts: list[str],
        endings: bytes,
        counts: bytes,
        children: bytes,
        move_texts: bytes,
        steps: bytes,
        moves: list[str],
        stages: bytes,
        images: bytes,
        symmetries: int,
    ) -> Table: ...
    def game(self) -> Game: ...

@final
class Solution:
    def source(self) -> str: ...
    def bulk(self) -> Bulk: ...
    def manifest(self) -> str | None: ...
    def view(self, position: str, seconds: float | None) -> tuple[str, str]: ...
    def picture(self, position: str, second: bool, seconds: float | None) -> str: ...
    def line(self, position: str, most: int, seed: int, seconds: float | None) -> str | None: ...
    def statistics(self, fingerprint: bool, memory: int | None, progress: _Progress | None) -> str: ...
    def verify(
        self, sample: int | None, seed: int, by_the_rules: bool, memory: int | None, progress: _Progress | None
    ) -> str: ...
    def puzzles(
        self, count: int, least: int, most: int, visits: int, seed: int, progress: _Progress | None
    ) -> str: ...
    def prove(
        self,
        position: str | None,
        after: str,
        goal: str | None,
        max_plies: int | None,
        seconds: float | None,
        certificate: bool,
        progress: _Progress | None,
    ) -> tuple[str, bytes | None]: ...

@final
class Bulk:
    def tiers(self) -> str: ...
    def values(self, positions: list[str]) -> tuple[bytearray, bytearray]: ...
    def values_at(self, tier: int, numbers: bytes) -> tuple[bytearray, bytearray]: ...
    def dataset(
        self, positions: int, seed: int, tier: int | None, progress: _Progress | None
    ) -> tuple[bytearray, bytearray, bytearray, bytearray, bytearray, bytearray, list[str]]: ...
    def stream(
        self,
        sample: int | None,
        seed: int,
        tier: int | None,
        outcome: int | None,
        least: int | None,
        most: int | None,
        rows: int | None,
    ) -> Stream: ...

@final
class Stream:
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
