"""Games of OpenSpiel solved, and solutions as its bots and policies."""

from __future__ import annotations

import importlib
import random
import sys
import time
import types

import pytest

import kaiketsu

pyspiel = pytest.importorskip("pyspiel")
# Value iteration asks for a solver of linear programs, for moves at the same time only.
_solver = "open_spiel.python.algorithms.lp_solver"
_algorithms = importlib.import_module("open_spiel.python.algorithms")
sys.modules[_solver] = _algorithms.lp_solver = types.ModuleType(_solver)
from open_spiel.python.algorithms import minimax, value_iteration  # noqa: E402

from kaiketsu import openspiel  # noqa: E402

SMALL = ["tic_tac_toe", "connect_four(rows=3,columns=3,x_in_row=3)", "nim(pile_sizes=3;4;5)"]


@pytest.mark.parametrize("name", SMALL)
def test_values_are_those_of_its_own_algorithms(name: str) -> None:
    try:
        spiel = pyspiel.load_game(name)
    except pyspiel.SpielError:
        pytest.skip(f"this OpenSpiel has no {name}")
    began = time.process_time()
    game = openspiel.load(name)
    game.solve(progress=False)
    solution = game.open()
    solved = time.process_time() - began
    began = time.process_time()
    values = value_iteration.value_iteration(spiel, depth_limit=-1, threshold=0.01, cyclic_game=False)
    iterated = time.process_time() - began
    print(f"\n{name}: {solved:.2f} s, value_iteration {iterated:.2f} s, {iterated / solved:.1f} times as long")
    chance = random.Random(1)
    for _ in range(50):
        state = spiel.new_initial_state()
        while not state.is_terminal():
            sign = 1 if state.current_player() == 0 else -1
            assert solution.query(game.text_of(state)).value.sign == sign * values[str(state)]
            state.apply_action(chance.choice(state.legal_actions()))
        player = 1 - state.full_history()[-1].player
        assert solution.query(game.text_of(state)).value.sign == state.returns()[player]
    best, _ = minimax.alpha_beta_search(spiel, maximum_depth=60) if name == "tic_tac_toe" else (values[str(spiel.new_initial_state())], 0)
    assert solution.start.value.sign == best
    assert solution.verify()["verified"]


@pytest.mark.parametrize("name", ["kuhn_poker", "matrix_rps", "pig", "catch"])
def test_other_games_are_refused_with_the_reason(name: str) -> None:
    with pytest.raises(kaiketsu.RequestError, match="cannot be solved here: "):
        openspiel.load(name)


def test_a_bot_plays_perfectly() -> None:
    game = openspiel.load("tic_tac_toe")
    game.solve(progress=False)
    bot = openspiel.Bot(game.open())
    chance = pyspiel.make_uniform_random_bot(1, 7)
    won = 0.0
    for seed in range(20):
        returns = pyspiel.evaluate_bots(game.spiel.new_initial_state(), [bot, chance], seed)
        assert returns[0] >= 0
        won += returns[0]
    assert won > 10
    policy = openspiel.Policy(game.spiel, game.open())
    state = game.spiel.new_initial_state()
    state.apply_action(4)
    assert policy.action_probabilities(state) == {action: 0.25 for action in (0, 2, 6, 8)}


def test_a_game_of_ours_is_one_of_theirs(quixo: kaiketsu.Solution) -> None:
    spiel = openspiel.as_game(quixo.game)
    assert spiel.num_distinct_actions() == len(quixo.start.moves)
    bot = openspiel.Bot(quixo)
    for seed in range(3):
        state, chance = spiel.new_initial_state(), random.Random(seed)
        for _ in range(200):
            if state.is_terminal():
                break
            action = bot.step(state) if state.current_player() == 0 else chance.choice(state.legal_actions())
            state.apply_action(action)
        assert state.is_terminal() and state.returns() == [1.0, -1.0], "quixo-3x3 is won by the first player"
    policy = openspiel.Policy(spiel, quixo)
    chances = policy.action_probabilities(spiel.new_initial_state())
    assert {spiel.actions[action] for action in chances} == {move.text for move in quixo.start.best}
    with pytest.raises(kaiketsu.RequestError, match="as_game"):
        bot.step(pyspiel.load_game("tic_tac_toe").new_initial_state())
