"""Databases in a folder of the tests, solved once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import kaiketsu


@pytest.fixture(scope="session", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of databases, for doctests and notebooks too."""
    path = tmp_path_factory.mktemp("databases")
    os.environ["KAIKETSU_DB"] = str(path)
    return path


def _solved(name: str) -> kaiketsu.Solution:
    game = kaiketsu.game(name)
    game.solve(progress=False)
    return game.open()


@pytest.fixture(scope="session")
def tic_tac_toe(folder: Path) -> kaiketsu.Solution:
    return _solved("tic-tac-toe")


@pytest.fixture(scope="session")
def quixo(folder: Path) -> kaiketsu.Solution:
    return _solved("quixo-3x3")


@pytest.fixture(scope="session")
def dodgem(folder: Path) -> kaiketsu.Solution:
    return _solved("dodgem-3")


@pytest.fixture(scope="session")
def nocca(folder: Path) -> kaiketsu.Solution:
    return _solved("nocca-3x3")
