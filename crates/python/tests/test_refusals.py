"""What makes no sense is refused with words; nothing brings the interpreter down."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import kaiketsu


def test_requests_that_make_no_sense(tic_tac_toe: kaiketsu.Solution) -> None:
    game = tic_tac_toe.game
    refused = [
        (lambda: kaiketsu.game("chess"), "there is no game `chess`"),
        (lambda: game.solve(kernel="magic"), "no kernel `magic`; it has"),
        (lambda: tic_tac_toe.query("XYZ/.../..."), "tic-tac-toe"),
        (lambda: tic_tac_toe.start.play("d9"), "legal: a1"),
        (lambda: tic_tac_toe.values(["X../.../.O.", "nonsense"]), "position 1 of those given"),
        (lambda: tic_tac_toe.values_at(99, [0]), "no tier 99"),
        (lambda: tic_tac_toe.values_at(0, [126]), "numbered from 0"),
        (lambda: tic_tac_toe.values_at(0, [-1]), "negative"),
        (lambda: tic_tac_toe.tier(10), "no tier 10"),
        (lambda: tic_tac_toe.positions(outcome="won"), "'won'"),
        (lambda: tic_tac_toe.dataset(-1), "at least 0"),
        (lambda: tic_tac_toe.puzzles(min_plies=9, max_plies=3), "min_plies=9"),
        (lambda: game.prove(goal="fame", progress=False), "fame"),
        (lambda: kaiketsu.game("otrio").solve(progress=False), "proved by search"),
    ]
    for ask, words in refused:
        with pytest.raises(kaiketsu.RequestError, match=words):
            ask()


def test_wrong_types(tic_tac_toe: kaiketsu.Solution) -> None:
    wrong = [
        lambda: kaiketsu.game(5),
        lambda: tic_tac_toe.query(5),
        lambda: tic_tac_toe.values("X../.../.O."),
        lambda: tic_tac_toe.values([1, 2]),
        lambda: tic_tac_toe.values_at(0, [0.5]),
        lambda: tic_tac_toe.start.play(3),
        lambda: tic_tac_toe.game.solve(progress="yes"),
        lambda: tic_tac_toe.game.solve(threads="two", progress=False),
    ]
    for ask in wrong:
        with pytest.raises(TypeError):
            ask()


def test_a_database_that_is_missing_or_damaged(quixo: kaiketsu.Solution, folder: Path, tmp_path: Path) -> None:
    game = kaiketsu.game("quixo-3x3")
    with pytest.raises(kaiketsu.NotSolvedError, match=r"game.solve\(\)"):
        game.open(folder=tmp_path)
    shutil.copytree(folder / "quixo-3x3", tmp_path / "quixo-3x3")
    layer = max((tmp_path / "quixo-3x3").glob("*.kai"), key=lambda file: file.stat().st_size)
    whole = layer.read_bytes()
    middle = len(whole) // 2
    layer.write_bytes(whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :])
    with pytest.raises(kaiketsu.DamagedError, match="kai"):
        game.open(folder=tmp_path).verify(progress=False)
    layer.write_bytes(whole[:middle])
    with pytest.raises(kaiketsu.DamagedError):
        game.open(folder=tmp_path).stats(progress=False)
    (tmp_path / "quixo-3x3" / "manifest.toml").write_text("nonsense")
    with pytest.raises(kaiketsu.DamagedError, match="manifest"):
        game.open(folder=tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(kaiketsu.SystemRefusedError):
        kaiketsu.game("tic-tac-toe").solve(folder=tmp_path / "file", progress=False)


def test_all_exceptions_are_of_the_package() -> None:
    assert issubclass(kaiketsu.RequestError, ValueError) and issubclass(kaiketsu.SystemRefusedError, OSError)
    for name in ("NotSolvedError", "DamagedError", "OutOfMemoryError", "LawError", "InternalError"):
        assert issubclass(getattr(kaiketsu, name), kaiketsu.Error)
    assert issubclass(kaiketsu.Interrupted, KeyboardInterrupt)
