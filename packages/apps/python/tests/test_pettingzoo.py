"""Checks what PettingZoo's parallel_api_test and parallel_seed_test check; with the package, runs these as well."""

import importlib.util
import math
import sys
import unittest

from tests import stand_ins

HAS_PETTINGZOO = all(importlib.util.find_spec(name) for name in ("pettingzoo", "gymnasium", "numpy"))


class Environments(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        remove = (lambda: None) if HAS_PETTINGZOO else stand_ins.install()
        cls.addClassCleanup(remove)
        import kineko.pettingzoo

        cls.module = kineko.pettingzoo

    def steps(self, env, seed, cycles):
        """Steps through an episode and checks every answer; returns the observations and rewards."""
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(42 + number)
        observations, infos = env.reset(seed=seed)
        self.assertEqual(set(observations), set(env.agents))
        self.assertEqual(set(infos), set(env.agents))
        self.assertEqual(env.agents, env.possible_agents)
        seen = [[list(map(float, observations[agent])) for agent in env.agents]]
        finished = set()
        for _ in range(cycles):
            live = list(env.agents)
            self.assertFalse(finished & set(live), "an agent cannot be revived")
            actions = {agent: env.action_space(agent).sample() for agent in live}
            observations, rewards, terminations, truncations, infos = env.step(actions)
            for answer in (observations, rewards, terminations, truncations, infos):
                self.assertEqual(set(answer), set(live))
            for agent in live:
                self.assertIs(env.observation_space(agent), env.observation_space(agent))
                self.assertIs(env.action_space(agent), env.action_space(agent))
                self.assertTrue(env.observation_space(agent).contains(observations[agent]), observations[agent])
                self.assertIsInstance(rewards[agent], float)
                self.assertTrue(math.isfinite(rewards[agent]))
                self.assertIsInstance(terminations[agent], bool)
                self.assertIsInstance(truncations[agent], bool)
            over = {agent for agent in live if terminations[agent] or truncations[agent]}
            finished |= over
            self.assertEqual(env.agents, [agent for agent in live if agent not in over])
            seen.append([[list(map(float, observations[agent])), rewards[agent]] for agent in live])
            if not env.agents:
                self.assertEqual(finished, set(env.possible_agents))
                break
        return seen

    def test_gather_follows_the_interface_and_its_seed(self):
        env = self.module.gather(robots=3, dt=2, time_limit=16)
        self.addCleanup(env.close)
        episode = self.steps(env, 1, 20)
        # A state at the start, and eight steps to the time limit.
        self.assertEqual(len(episode), 9)
        self.assertEqual(self.steps(env, 1, 20), episode)
        # Most messages arrive, some are lost.
        heard = [step[0][0][4::3] for step in episode[1:]]
        self.assertIn([1.0, 1.0], heard)

    def test_agents_reach_the_goal_of_the_configuration(self):
        env = self.module.gather(robots=2, settings={"network.loss": 0, "finish.messages": 3})
        self.addCleanup(env.close)
        env.reset(seed=4)
        actions = {agent: [1.0, 0, 0.5, -0.5] for agent in env.agents}
        _, _, terminations, _, _ = env.step(actions)
        self.assertEqual(terminations, {"robot_0": False, "robot_1": False})
        while not any(terminations.values()):
            observations, _, terminations, truncations, infos = env.step(actions)
        self.assertEqual(terminations, {"robot_0": True, "robot_1": True})
        self.assertEqual(truncations, {"robot_0": False, "robot_1": False})
        self.assertEqual(infos["robot_0"]["stopped_by"], "finished")
        self.assertEqual(list(observations["robot_0"][4:]), [1, 0.5, -0.5])
        self.assertEqual(env.agents, [])

    def test_a_collision_ends_navigation(self):
        settings = {"bornpoint.random": False, "bornpoint1": "10, 30", "bornpoint2": "14, 30"}
        env = self.module.navigate(robots=2, settings=settings)
        self.addCleanup(env.close)
        env.reset(seed=1)
        for wrong in ([math.nan, 0], [1.0], [1.0, 0, 0]):
            with self.assertRaisesRegex(ValueError, "action of robot_0: expected 2 finite numbers, got"):
                env.step({"robot_0": wrong})
        before = env.poses
        observations, rewards, terminations, _, infos = env.step({"robot_0": [1.0, 0], "robot_1": [0, 0]})
        self.assertEqual(env.poses[0][0], before[0][0] + 2)
        self.assertEqual(terminations, {"robot_0": True, "robot_1": True})
        self.assertTrue(infos["robot_0"]["collided"])
        self.assertIn("violated", infos["robot_1"])
        self.assertLess(rewards["robot_0"], -0.5)
        # The ray ahead starts at the rim, which touches the other robot.
        self.assertAlmostEqual(float(observations["robot_0"][3]), 0, places=6)

    def test_wrong_arguments_are_named(self):
        with self.assertRaisesRegex(ValueError, "robots: expected an integer, 1 or more, got 0"):
            self.module.gather(robots=0)
        with self.assertRaisesRegex(ValueError, "dt: expected seconds above 0, got 0"):
            self.module.gather(dt=0)


class Package(unittest.TestCase):
    def test_the_import_names_what_is_missing(self):
        remove = stand_ins.install()
        self.addCleanup(remove)
        sys.modules["pettingzoo"] = None
        with self.assertRaisesRegex(ImportError, "kineko.pettingzoo needs PettingZoo: pip install pettingzoo"):
            import kineko.pettingzoo  # noqa: F401

    def test_tests_of_pettingzoo(self):
        if not HAS_PETTINGZOO:
            print(
                "parallel_api_test and parallel_seed_test of PettingZoo were not run: "
                "pip install pettingzoo, then python3 -m unittest tests.test_pettingzoo",
                file=sys.stderr,
            )
            return
        from pettingzoo.test import parallel_api_test, parallel_seed_test

        import kineko.pettingzoo as environments

        for make in (environments.gather, environments.navigate):
            parallel_api_test(make(time_limit=10), num_cycles=20)
            parallel_seed_test(lambda: make(time_limit=10), num_cycles=5)
