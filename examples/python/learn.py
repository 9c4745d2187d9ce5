"""Looks for a gain with which agents gather, by random search over an environment of PettingZoo."""

import random

from kineko.pettingzoo import gather


def episode(env, gain, seed):
    """The sum of the rewards of an agent that steers to the mean of what it has heard."""
    observations, _ = env.reset(seed=seed)
    total = 0.0
    while env.agents:
        actions = {}
        for agent in env.agents:
            x, y, cosine, sine, *heard = map(float, observations[agent])
            places = [(x, y), *((heard[i + 1], heard[i + 2]) for i in range(0, len(heard), 3) if heard[i])]
            dx = sum(place[0] for place in places) / len(places) - x
            dy = sum(place[1] for place in places) / len(places) - y
            # The sine of the angle between the heading and the direction of the mean, times its distance.
            turn = gain * (cosine * dy - sine * dx)
            actions[agent] = [1.0 if cosine * dx + sine * dy > 0 else 0.0, max(-1.0, min(1.0, turn)), x, y]
        observations, rewards, _, _, _ = env.step(actions)
        total += next(iter(rewards.values()))
    return total


if __name__ == "__main__":
    chance = random.Random(1)
    env = gather(robots=4, time_limit=60)
    trials = [chance.uniform(0, 20) for _ in range(5)]
    scores = {gain: episode(env, gain, seed=1) for gain in trials}
    env.close()
    for gain, score in scores.items():
        print(f"gain {gain:.2f}: {score:.3f}")
