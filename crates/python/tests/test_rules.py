"""Games written in Python."""

from __future__ import annotations

import json
import time
import traceback
from pathlib import Path
from urllib.request import urlopen

import pytest

import kaiketsu

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NAMES = [column + row for row in "321" for column in "abc"]
TURNS = [[6, 3, 0, 7, 4, 1, 8, 5, 2], [2, 1, 0, 5, 4, 3, 8, 7, 6]]


class TicTacToe(kaiketsu.Rules):
    """Three in a row, written as the library's own game writes it."""

    id = "python-tic-tac-toe"

    def start(self) -> str:
        return ".../.../..."

    def ending(self, position: str) -> str | None:
        cells = position.replace("/", "")
        if any(cells[a] == cells[b] == cells[c] != "." for a, b, c in LINES):
            return "loss"
        return "draw" if "." not in cells else None

    def moves(self, position: str) -> list[str]:
        return [name for name, cell in zip(NAMES, position.replace("/", "")) if cell == "."]

    def play(self, position: str, move: str) -> str:
        cells = list(position.replace("/", ""))
        cells[NAMES.index(move)] = "X" if cells.count("X") == cells.count("O") else "O"
        return "/".join("".join(cells[row : row + 3]) for row in (0, 3, 6))


class Folded(TicTacToe):
    id = "python-tic-tac-toe-folded"

    def symmetries(self, position: str) -> set[str]:
        images, waiting = {position}, [position]
        while waiting:
            cells = waiting.pop().replace("/", "")
            for turn in TURNS:
                turned = "".join(cells[place] for place in turn)
                image = "/".join(turned[row : row + 3] for row in (0, 3, 6))
                if image not in images:
                    images.add(image)
                    waiting.append(image)
        return images

    def tier(self, position: str) -> int:
        return position.count(".")


def test_tic_tac_toe_in_python_has_the_values_of_ours(tic_tac_toe: kaiketsu.Solution) -> None:
    began = time.process_time()
    game = kaiketsu.game(TicTacToe())
    game.solve(progress=False)
    print(f"\n{(time.process_time() - began) / 5_478 * 1e6:.0f} microseconds of processor time a position")
    ours = game.open()
    pyarrow = pytest.importorskip("pyarrow")
    texts = pyarrow.table(ours.positions())["position"].to_pylist()
    assert len(texts) == 5_478
    mine, theirs = ours.values(texts), tic_tac_toe.values(texts)
    assert (mine.outcome == theirs.outcome).all() and (mine.plies == theirs.plies).all()
    assert ours.stats(fingerprint=True)["fingerprint"] == tic_tac_toe.stats(fingerprint=True)["fingerprint"]
    assert ours.verify()["verified"] and ours.start._repr_svg_().count("badge draw") == 9


def test_a_folded_game_is_the_same_game(tic_tac_toe: kaiketsu.Solution) -> None:
    game = kaiketsu.game(Folded())
    solved = game.solve(progress=False)
    assert (solved.stored_positions, solved.layers) == (765, 10)
    ours = game.open()
    assert ours.stats(fingerprint=True)["fingerprint"] == tic_tac_toe.stats(fingerprint=True)["fingerprint"]
    assert ours.stats()["positions"] == 5_478
    for text in ("X../.O./...", "..X/.O./...", "X../.../.O."):
        assert ours.query(text).value == tic_tac_toe.query(text).value


def test_it_is_opened_again_and_served(tmp_path: Path) -> None:
    kaiketsu.game(TicTacToe()).solve(folder=tmp_path, progress=False)
    again = kaiketsu.game(TicTacToe())
    assert again.open(folder=tmp_path).start.value.outcome == "draw"
    with again.serve(folder=tmp_path) as explorer:
        api = explorer.url.split("#")[0] + "api/v1/games/python-tic-tac-toe"
        assert json.load(urlopen(api))["title"] == "TicTacToe"
        view = json.load(urlopen(f"{api}/position?position=XX./OO./..."))
        assert (view["value"], view["plies"]) == ("win", 1)


class Heap(kaiketsu.Rules):
    id = "heap"

    def start(self):
        return 5

    def ending(self, stones):
        return -1 if stones == 0 else None

    def moves(self, stones):
        return range(1, min(stones, 2) + 1)

    def play(self, stones, taken):
        return stones - taken


def test_a_class_of_somebody_elses_will_do() -> None:
    class Plain:
        start, ending, moves, play = (vars(Heap)[name] for name in ("start", "ending", "moves", "play"))

    game = kaiketsu.game(Plain())
    assert game.id == "plain" and game.solve(progress=False).stored_positions == 6
    assert game.open().start.value == kaiketsu.Value("win", 3)


def test_a_turn_may_stay() -> None:
    class Again(Heap):
        id = "again"

        def play(self, stones, taken):
            return kaiketsu.Step(stones - taken, passes=taken == 1 or stones == taken)

    game = kaiketsu.game(Again())
    game.solve(progress=False)
    solution = game.open()
    # With three stones: take two and take the last one as well.
    assert solution.query("3").value == kaiketsu.Value("win", 2)
    assert not solution.query("3").best[0].passes
    assert solution.verify()["verified"]


def broken(**methods) -> kaiketsu.Rules:
    return type("Broken", (Heap,), {"id": "broken", **methods})()


BROKEN = [
    (broken(moves=lambda self, stones: []), "there is no move; at `5`"),
    (broken(moves=lambda self, stones: [1, 1]), "`1` is listed twice"),
    (broken(ending=lambda self, stones: "won"), "'won'"),
    (broken(play=lambda self, stones, taken: None), "no position"),
    (broken(play=lambda self, stones, taken: [stones]), "hashable"),
    (broken(text=lambda self, stones: "a heap"), "without white space"),
    (broken(text=lambda self, stones: "same"), "two different positions"),
    (broken(move_text=lambda self, stones, taken: ""), "text of a move"),
    (broken(tier=lambda self, stones: "low"), "a tier is a number"),
    (broken(symmetries=lambda self, stones: [0]), "see `symmetries`"),
    (broken(id="My Game"), "`my-game`"),
    (broken(play=lambda self, stones, taken: kaiketsu.Step(stones - taken, plies=7)), "0 plies or 1"),
]


@pytest.mark.parametrize("rules, words", BROKEN, ids=[words for _, words in BROKEN])
def test_laws_are_checked(rules: kaiketsu.Rules, words: str) -> None:
    with pytest.raises(kaiketsu.LawError, match=words):
        kaiketsu.game(rules)


def test_what_only_a_solve_can_see_is_refused_too(tmp_path: Path) -> None:
    rising = kaiketsu.game(broken(tier=lambda self, stones: 5 - stones))
    with pytest.raises(kaiketsu.RequestError, match="never rise"):
        rising.solve(folder=tmp_path, progress=False)
    endless = broken(play=lambda self, stones, taken: stones + 1)
    with pytest.raises(kaiketsu.OutOfMemoryError, match="positions="):
        from kaiketsu._rules import from_rules

        from_rules(endless, positions=1_000)


def test_changed_rules_do_not_meet_an_old_database(tmp_path: Path) -> None:
    kaiketsu.game(Heap()).solve(folder=tmp_path, progress=False)
    other = type("Other", (Heap,), {"start": lambda self: 9})()
    with pytest.raises(kaiketsu.DamagedError, match="rules have changed"):
        kaiketsu.game(other).open(folder=tmp_path)


def test_errors_in_the_users_class_show_his_traceback() -> None:
    class Faulty(Heap):
        def play(self, stones, taken):
            if stones == 3:
                return stones / 0  # the line that is at fault
            return stones - taken

    with pytest.raises(ZeroDivisionError) as found:
        kaiketsu.game(Faulty())
    assert "the line that is at fault" in "".join(traceback.format_exception(found.value))


def test_a_class_instead_of_an_instance() -> None:
    with pytest.raises(TypeError, match=r"Heap\(\)"):
        kaiketsu.game(Heap)
    with pytest.raises(TypeError, match="without start"):
        kaiketsu.game(object())
