"""Games as PettingZoo environments."""

from __future__ import annotations

import random

import numpy as np
import pytest

import kaiketsu

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test  # noqa: E402

from kaiketsu.pettingzoo import env  # noqa: E402


@pytest.mark.parametrize("name", ["tic_tac_toe", "quixo", "dodgem", "nocca"])
def test_it_passes_their_own_test(name: str, request: pytest.FixtureRequest) -> None:
    api_test(env(request.getfixturevalue(name), max_moves=60), num_cycles=300)


def test_the_expert_does_not_lose(tic_tac_toe: kaiketsu.Solution) -> None:
    table, chance = env(tic_tac_toe), random.Random(3)
    total = 0.0
    for game in range(30):
        table.reset(seed=game)
        expert = table.possible_agents[game % 2]
        reward = 0.0
        for agent in table.agent_iter():
            observation, got, over, cut, _ = table.last()
            reward += got if agent == expert else 0.0
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            table.step(None if over or cut else table.expert() if agent == expert else chance.choice(legal))
        assert reward >= 0.0
        total += reward
    assert total > 15


def test_what_is_not_legal_is_refused(tic_tac_toe: kaiketsu.Solution) -> None:
    table = env(tic_tac_toe)
    table.reset()
    table.step(table.actions.index("b2"))
    with pytest.raises(kaiketsu.RequestError, match="not legal"):
        table.step(table.actions.index("b2"))
    with pytest.raises(kaiketsu.RequestError, match="needs a solution"):
        rules = env(tic_tac_toe.game)
        rules.reset()
        rules.expert()


def test_a_long_play_is_cut(quixo: kaiketsu.Solution) -> None:
    table = env(quixo, max_moves=3)
    table.reset()
    for _ in range(3):
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    assert all(table.truncations.values()) or all(table.terminations.values())
