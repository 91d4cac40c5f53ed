"""Games, solves and questions: the same as on the command line."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import kaiketsu


def command_line(folder: Path, *words: str) -> dict:
    told = subprocess.run(
        [os.environ["KAIKETSU"], "--json", "--quiet", "--db", str(folder), *words], capture_output=True, check=True
    )
    return json.loads(told.stdout)


def test_all_games_are_there() -> None:
    ids = kaiketsu.games()
    assert {"tic-tac-toe", "quixo-5x5", "otrio", "dobutsu-shogi"} <= set(ids)
    assert kaiketsu.game("otrio").kernels == []
    assert kaiketsu.game("quixo-3x3").about


@pytest.mark.parametrize("name", ["tic-tac-toe", "dodgem-2", "quixo-3x3"])
def test_a_database_has_the_signature_of_the_command_lines(name: str, tmp_path: Path) -> None:
    ours = kaiketsu.game(name).solve(folder=tmp_path / "ours", progress=False)
    theirs = command_line(tmp_path / "theirs", "solve", name)
    assert ours.complete and ours.signature_values == theirs["signature_values"]
    assert ours.signature_plies == theirs["signature_plies"] and ours.bytes == theirs["bytes"]


def test_answers_are_those_of_the_command_line(quixo: kaiketsu.Solution, folder: Path) -> None:
    for at in ["", "X../.../..O", "a1-a3 b1-b3"]:
        view = command_line(folder, "query", "quixo-3x3", *([at] if at else []))
        found = quixo.query(at or None)
        assert (found.text, found.value.outcome, found.value.plies) == (view["position"], view["value"], view["plies"])
        theirs = [(m["move"], m["value"], m["plies"], m["position"]) for m in view["moves"]]
        assert [(m.text, m.value.outcome, m.value.plies, m.leads_to) for m in found.moves] == theirs
    line = command_line(folder, "line", "quixo-3x3")
    assert str(quixo.line()) == " ".join(move["move"] for move in line["moves"])
    assert quixo.stats(fingerprint=True) == command_line(folder, "stats", "quixo-3x3", "--fingerprint")
    puzzles = command_line(folder, "puzzles", "quixo-3x3", "--count", "3", "--seed", "5")["puzzles"]
    assert [p["position"] for p in quixo.puzzles(3, seed=5)] == [p["position"] for p in puzzles]


def test_a_solution_is_verified_in_three_ways(dodgem: kaiketsu.Solution) -> None:
    assert dodgem.verify()["verified"]
    assert dodgem.verify(by_the_rules=True)["way"] == "all, by the rules"
    assert 0 < dodgem.verify(sample=1_000, seed=3)["by_the_rules"] < 100_000


def test_positions_are_objects(tic_tac_toe: kaiketsu.Solution) -> None:
    start = tic_tac_toe.start
    corner = start.play("a1")
    assert corner == tic_tac_toe.query("a1") and hash(corner) == hash(tic_tac_toe.query("a1"))
    assert corner != start and len({start, corner, tic_tac_toe.start}) == 2
    assert corner == kaiketsu.game("tic-tac-toe").start.play("a1")
    assert [str(child) for child in start.children] == [move.leads_to for move in start.moves]
    assert start.value == kaiketsu.Value("draw") and {move.text for move in corner.best} == {"b2"}
    won = tic_tac_toe.query("XX./OO./...")
    assert won.value == kaiketsu.Value("win", 1) and won.best[0].text == "c3"
    assert won.play("c3").over and won.play("c3").moves == [] and won.play("c3").best == []
    assert kaiketsu.game("tic-tac-toe").start.value.outcome is None, "rules alone know no values"


def test_values_have_the_order_of_the_players_wishes() -> None:
    v = kaiketsu.Value
    ranked = [v("loss", 1), v("loss", 9), v(None), v("draw"), v("win", 9), v("win", 1)]
    assert sorted(reversed(ranked)) == ranked
    assert [(-x).outcome for x in ranked] == ["win", "win", None, "draw", "loss", "loss"]
    with pytest.raises(kaiketsu.RequestError, match="'won'"):
        v("won")


def test_pictures_show_pieces_and_values(tic_tac_toe: kaiketsu.Solution, nocca: kaiketsu.Solution) -> None:
    import xml.etree.ElementTree as tree

    picture = tic_tac_toe.query("XX./OO./...")._repr_svg_()
    root = tree.fromstring(picture)
    classes = [element.get("class", "") for element in root.iter()]
    assert sum(name.startswith("piece") for name in classes) == 4
    assert classes.count("badge win") == 1 and "+1" in picture, "one move wins at once"
    rules = kaiketsu.game("tic-tac-toe").position("XX./OO./...")._repr_svg_()
    assert "badge" not in [e.get("class", "").split(" ")[0] for e in tree.fromstring(rules).iter()]
    for name in kaiketsu.games():
        if name.split("-")[0] not in ("nocca", "quixo") or name == "quixo-3x3":
            tree.fromstring(kaiketsu.game(name).start._repr_svg_())


def test_search_answers_where_there_is_no_database(folder: Path) -> None:
    otrio = kaiketsu.game("otrio").open(seconds=0.2)
    assert otrio.source == "search" and len(otrio.start.moves) == 27
    proved = kaiketsu.game("tic-tac-toe").prove(after="a1 b1", certificate=True, progress=False)
    assert (proved["value"], proved["outcome"]) == ("first", "win")
    checked = kaiketsu.game("tic-tac-toe").check(proved["certificate"])
    assert checked["proved"] and checked["value"] == "first"
    damaged = proved["certificate"][:-1] + b"?"
    with pytest.raises(kaiketsu.DamagedError):
        kaiketsu.game("tic-tac-toe").check(damaged)
    with pytest.raises(kaiketsu.RequestError, match="tic-tac-toe"):
        kaiketsu.game("otrio").check(proved["certificate"])


def test_a_plan_says_what_it_takes_and_starts_nothing(folder: Path) -> None:
    plan = kaiketsu.game("dodgem-4").plan()
    assert plan.exact and plan.positions > 10_000_000 and not (folder / "dodgem-4").exists()
    with pytest.raises(kaiketsu.OutOfMemoryError, match="memory="):
        kaiketsu.game("dodgem-4").solve(memory=1 << 20, progress=False)


def test_a_solve_in_parts_goes_on(tmp_path: Path) -> None:
    game = kaiketsu.game("dodgem-2")
    part = game.solve(folder=tmp_path, layers=5, progress=False)
    assert not part.complete
    with pytest.raises(kaiketsu.NotSolvedError, match="go on"):
        game.open(folder=tmp_path)
    told: list[tuple[str, int, int, str]] = []
    rest = game.solve(folder=tmp_path, progress=lambda *words: told.append(words))
    assert rest.complete and rest.reused_layers == 5


def test_the_explorer_is_served(tic_tac_toe: kaiketsu.Solution) -> None:
    from urllib.request import urlopen

    with tic_tac_toe.game.serve() as explorer:
        api = explorer.url.split("#")[0] + "api/v1/games/tic-tac-toe"
        assert json.load(urlopen(api))["game"] == "tic-tac-toe"
        with pytest.raises(kaiketsu.SystemRefusedError, match="listen"):
            tic_tac_toe.game.serve(listen=explorer.url.split("/")[2])
    with pytest.raises(kaiketsu.RequestError, match="no address"):
        tic_tac_toe.game.serve(listen="here")
