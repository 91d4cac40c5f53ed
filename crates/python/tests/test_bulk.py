"""Many positions at once: the same as one by one."""

from __future__ import annotations

import numpy as np
import pytest

import kaiketsu


def by_one(solution: kaiketsu.Solution, texts: list[str]) -> tuple[list, list]:
    values = [solution.query(text).value for text in texts]
    return [v.sign for v in values], [-1 if v.plies is None else v.plies for v in values]


@pytest.mark.parametrize("name", ["tic_tac_toe", "quixo", "dodgem", "nocca"])
def test_values_are_those_of_single_positions(name: str, request: pytest.FixtureRequest) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    solution = request.getfixturevalue(name)
    table = pyarrow.table(solution.positions(500, seed=2))
    texts = table["position"].to_pylist()
    outcome, plies = by_one(solution, texts)
    values = solution.values(texts)
    assert values.outcome.tolist() == outcome == table["outcome"].to_pylist()
    assert values.plies.tolist() == plies
    assert [-1 if p is None else p for p in table["plies"].to_pylist()] == plies
    assert (values.outcome.dtype, values.plies.dtype) == (np.int8, np.int16)
    for given in (np.array(texts), table["position"], [solution.query(text) for text in texts]):
        assert (solution.values(given).outcome == values.outcome).all()
    for tier in set(table["tier"].to_pylist()):
        mask = table["tier"].to_numpy() == tier
        numbers = table["number"].to_numpy()[mask]
        assert (solution.values_at(tier, numbers).outcome == values.outcome[mask]).all()
        assert (solution.values_at(tier, list(numbers)).plies == values.plies[mask]).all()
    assert len(solution.values([])) == 0 and len(solution.values_at(0, [])) == 0


def test_streams_hold_every_position_once(dodgem: kaiketsu.Solution) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(dodgem.positions())
    manifest, stats = dodgem.manifest, dodgem.stats(progress=False)
    assert table.num_rows == sum(layer["positions"] for layer in manifest["layers"])
    weights, outcome = table["weight"].to_numpy(), table["outcome"].to_numpy()
    counts = [int(weights[outcome == sign].sum()) for sign in (1, 0, -1)]
    assert counts == [stats["win"], stats["draw"], stats["loss"]]
    facts = dodgem.tiers
    assert sum(tier["positions"] for tier in facts) == table.num_rows
    largest = max(facts, key=lambda tier: tier["positions"])
    tier = pyarrow.table(dodgem.tier(largest["tier"]))
    assert tier["number"].to_pylist() == list(range(largest["positions"]))
    assert (dodgem.values_at(largest["tier"], tier["number"]).outcome == tier["outcome"].to_numpy()).all()


def test_samples_are_filtered_and_depend_on_the_seed(dodgem: kaiketsu.Solution) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    sample = dodgem.positions(300, seed=4, outcome="loss", min_plies=6, max_plies=9)
    table = pyarrow.table(sample)
    assert table.num_rows == 300 and set(table["outcome"].to_pylist()) == {-1}
    assert set(table["plies"].to_pylist()) <= {6, 7, 8, 9}
    assert pyarrow.table(sample) == table, "a stream can be read again"
    assert pyarrow.table(dodgem.positions(300, seed=4)) != pyarrow.table(dodgem.positions(300, seed=5))
    for row in dodgem.stats(progress=False)["by_plies"][::20]:
        plies = row["plies"]
        these = pyarrow.table(dodgem.positions(10**9, outcome=row["value"], min_plies=plies, max_plies=plies))
        assert int(these["weight"].to_numpy().sum()) == row["positions"], row


def test_others_read_the_streams(tic_tac_toe: kaiketsu.Solution) -> None:
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    positions = tic_tac_toe.positions()
    frame = polars.DataFrame(positions)
    assert frame.height == 6_046 and frame["plies"].null_count() == int((frame["outcome"] == 0).sum())
    duckdb = pytest.importorskip("duckdb")
    wins = duckdb.sql("select count(*) from positions where outcome = 1").fetchall()
    assert wins == [(int((frame["outcome"] == 1).sum()),)]
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert len(pandas.DataFrame.from_arrow(positions)) == frame.height


@pytest.mark.parametrize("name", ["tic_tac_toe", "quixo", "dodgem", "nocca"])
def test_a_data_set_teaches_what_the_solution_says(name: str, request: pytest.FixtureRequest) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    solution = request.getfixturevalue(name)
    data = solution.dataset(400, seed=7, progress=False)
    texts = pyarrow.table(solution.positions(400, seed=7))["position"].to_pylist()
    from kaiketsu.pettingzoo import encode

    assert len(data) == len(texts) == 400 and data.moves == sorted(data.moves)
    for row, text in enumerate(texts):
        position = solution.query(text)
        best = {data.moves[place] for place in np.flatnonzero(data.best[row])}
        assert best == {move.text for move in position.best}, text
        assert data.outcome[row] == position.value.sign
        assert data.plies[row] == (-1 if position.value.plies is None else position.value.plies)
        assert (data.boards[row] == encode(solution.game.board, position._view["scene"])).all()
    again = solution.dataset(400, seed=7, progress=False)
    assert (again.boards == data.boards).all() and (again.best == data.best).all()
    assert data.boards.dtype == np.uint8 and data.boards.flags.writeable
