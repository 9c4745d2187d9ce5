"""Scenarios as environments of PettingZoo: observations from sensors, actions as motions and messages."""

import math
import random
from pathlib import Path

from ._algorithm import _Program
from ._run import Run
from ._values import DEGREE
from ._wire import KinekoError

try:
    import numpy as np
    from gymnasium.spaces import Box
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError("kineko.pettingzoo needs PettingZoo: pip install pettingzoo") from error

SAY = "SAY"
_SCENARIOS = Path(__file__).parent / "scenarios"


class Part:
    """A part of the observation of an agent: `size` numbers in [-1, 1] from at most one sensor."""

    size = 0
    sensor = None
    request = {}
    needs_poses = False
    """Whether it reads `env.poses`."""

    def values(self, env, robot, reading):
        """The numbers, from the reading of the sensor; `reading` is None until there is one."""
        raise NotImplementedError


class Place(Part):
    """The position of the robot, as a share of the world: (0, 0) is its centre."""

    size = 2
    sensor = "gps"

    def __init__(self, width, height, error_factor=0):
        self.width, self.height = width, height
        self.request = {"who": "self", "errorFactor": error_factor}

    def values(self, env, robot, reading):
        if not reading:
            return [0.0, 0.0]
        place = reading[0]
        return [_clipped(2 * place["x"] / self.width - 1), _clipped(2 * place["y"] / self.height - 1)]


class Heading(Part):
    """The cosine and sine of the heading."""

    size = 2
    sensor = "compass"

    def __init__(self, error_factor=0):
        self.request = {"errorFactor": error_factor}

    def values(self, env, robot, reading):
        angle = (reading or 0) * DEGREE
        return [math.cos(angle), math.sin(angle)]


class Rays(Part):
    """Free distances along rays all around, as a share of the range."""

    sensor = "ring"

    def __init__(self, rays, range):
        self.size, self.range = rays, range
        self.request = {"rays": rays, "range": range, "fromRim": True}

    def values(self, env, robot, reading):
        if reading is None:
            return [1.0] * self.size
        scale = 1 / self.range
        return [1.0 if each is None else min(1.0, each * scale) for each in reading]


class Heard(Part):
    """For each other agent: 1 if a message of it has arrived, and the numbers of the last one."""

    def __init__(self, size, robots):
        self.numbers = size
        self.size = (size + 1) * (robots - 1)

    def values(self, env, robot, reading):
        heard = env.heard[robot]
        silence = [0.0] * (self.numbers + 1)
        values = []
        for other in range(env.max_num_agents):
            if other != robot:
                said = heard.get(other)
                values += silence if said is None else [1.0, *said]
        return values


class Target(Part):
    """The direction of the robot's target relative to its heading (cosine, sine), and the distance as a share of `range`."""

    size = 3
    needs_poses = True

    def __init__(self, targets, range):
        self.targets, self.range = targets, range

    def values(self, env, robot, reading):
        x, y, heading = env.poses[robot]
        dx, dy = self.targets[robot][0] - x, self.targets[robot][1] - y
        angle = math.atan2(dy, dx) - heading * DEGREE
        return [math.cos(angle), math.sin(angle), min(1.0, math.hypot(dx, dy) / self.range)]


class Agent(_Program):
    """A robot that an environment drives."""

    kind = "robot"

    def launch(self, protocol):
        self.id = protocol
        self.robot.ask("register", id=protocol, collect=True)


class ScenarioEnv(ParallelEnv):
    """A scenario whose robots are agents. In each step, an agent drives along an arc for `dt` simulated seconds, and sends a
    message to all others if `say` is above 0.

    config: path of a Neko configuration.
    robots: number of robots; sets `process.num`.
    observation: parts of the observation of an agent, such as `[Place(100, 100), Rays(8, 30)]`.
    speed, turn_speed: metres and degrees per second at the action 1.
    say: number of further numbers of an action, which are broadcast.
    reward: weights by metric, `{"spread": -1}`: the weighted changes of the metrics are the reward of each agent; or a
        function of the environment and the id of a robot.
    is_done: function of the environment and the id of a robot: whether the agent has reached its goal.
    properties: such as `no-collision`; all agents are terminated when one is violated.
    settings: values for keys of the configuration.

    All agents are terminated when the configuration's goal is reached, and truncated at its time limit.
    """

    metadata = {"name": "kineko_scenario_v0", "render_modes": []}
    render_mode = None

    def __init__(
        self,
        config,
        robots,
        observation,
        *,
        speed=1.0,
        turn_speed=90.0,
        say=0,
        dt=1.0,
        reward=None,
        is_done=None,
        properties=(),
        settings=None,
        time_limit=None,
        command=None,
    ):
        if not (isinstance(robots, int) and robots >= 1):
            raise ValueError(f"robots: expected an integer, 1 or more, got {robots!r}")
        if not 0 < dt < math.inf:
            raise ValueError(f"dt: expected seconds above 0, got {dt!r}")
        self.possible_agents = [f"robot_{number}" for number in range(robots)]
        self.agents = []
        self.dt = dt
        self.heard = []
        """By robot: the last message of each other robot."""
        self.collided = set()
        """Ids of the robots whose motion ended in a collision in this step."""
        self.metrics = {}
        self.changes = {}
        """By metric: its change in this step."""
        self.memory = {}
        """For reward functions; empty at the start of each episode."""
        self.run = None
        self._config = config
        self._parts = list(observation)
        self._numbers = [number for number, part in enumerate(self._parts) if part.sensor is not None]
        self._sensing = [self._parts[number] for number in self._numbers]
        self._speed, self._turn_speed, self._say = speed, turn_speed * DEGREE, say
        self._reward, self._is_done = reward, is_done
        weights = reward if isinstance(reward, dict) else {}
        self._settings = {"process.num": robots, **(settings or {})}
        if weights:
            self._settings["metrics"] = ", ".join(weights)
        needs_poses = callable(reward) or is_done is not None or any(part.needs_poses for part in self._parts)
        self._want = ["poses"] * needs_poses + ["metrics"] * ("metrics" in self._settings)
        self._poses = []
        self._options = {"hashed": False, "properties": properties, "time_limit": time_limit, "command": command}
        self._random = random.Random()
        self._ids = {agent: number for number, agent in enumerate(self.possible_agents)}
        size = sum(part.size for part in self._parts)
        self.observation_spaces = {agent: _box(size) for agent in self.possible_agents}
        self.action_spaces = {agent: _box(2 + say) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    @property
    def poses(self):
        """By robot: x, y and heading (degrees)."""
        if "poses" not in self._want and self.run is not None:
            self._poses = self.run.observe("poses").get("poses", self._poses)
        return self._poses

    def reset(self, seed=None, options=None):
        """Starts a new run; the same seed gives the same run for the same actions."""
        self.close()
        if seed is not None:
            self._random.seed(seed)
        drawn = self._random.randrange(1 << 32) if seed is None else seed
        n = len(self.possible_agents)
        self.agents = self.possible_agents[:]
        self.heard = [{} for _ in range(n)]
        self._readings = [[None] * len(self._parts) for _ in range(n)]
        self.metrics, self.changes, self.memory = {}, {}, {}
        self.run = Run(self._config, Agent, seed=drawn, settings=self._settings, **self._options)
        senses = [
            {"sensor": part.sensor, "request": part.request, "robots": list(range(n))} for part in self._sensing
        ]
        self._advance({"until": self.run.now, "sense": senses})
        if self.run.stopped_by is not None:
            raise KinekoError(f"{self._config}: the run ended at once: {self.run.stopped_by}")
        return self._observations(self.agents), {agent: {} for agent in self.agents}

    def step(self, actions):
        if self.run is None:
            raise KinekoError("step(): expected reset() first")
        before = self.agents
        self._advance({"until": self.run.now + self.dt, **self._act({agent: actions[agent] for agent in before if agent in actions})})
        stopped_by, violated = self.run.stopped_by, self.run.violated
        is_over = stopped_by in ("finished", "shutdown") or bool(violated)
        is_cut = stopped_by is not None and not is_over
        done = self._is_done
        terminations, infos = {}, {}
        for agent in before:
            robot = self._ids[agent]
            terminations[agent] = is_over or (done is not None and bool(done(self, robot)))
            infos[agent] = {"collided": robot in self.collided}
            if violated:
                infos[agent]["violated"] = [each.text for each in violated]
            if stopped_by is not None:
                infos[agent]["stopped_by"] = stopped_by
        truncations = {agent: is_cut and not terminations[agent] for agent in before}
        observations = self._observations(before)
        rewards = {agent: float(self._reward_of(self._ids[agent])) for agent in before}
        self.agents = [agent for agent in before if not (terminations[agent] or truncations[agent])]
        return observations, rewards, terminations, truncations, infos

    def render(self):
        """Not available: save the results with `settings`, and open them with `kineko view`."""
        return None

    def close(self):
        run, self.run = self.run, None
        if run is not None:
            run.close()

    def _act(self, actions):
        """The motions and messages of the agents, in columns."""
        robots, speeds, turns, said = [], [], [], []
        size = 2 + self._say
        for agent, action in actions.items():
            values = [float(value) for value in action]
            if len(values) != size or not all(map(math.isfinite, values)):
                raise ValueError(f"action of {agent}: expected {size} finite numbers, got {action!r}")
            robots.append(self._ids[agent])
            speeds.append(_clipped(values[0]) * self._speed)
            turns.append(_clipped(values[1]) * self._turn_speed)
            said.append([_clipped(value) for value in values[2:]])
        acts = {"moves": {"kind": "arc", "robot": robots, "speed": speeds, "turnRate": turns, "duration": self.dt}}
        if self._say:
            everyone = range(len(self.possible_agents))
            others = [[other for other in everyone if other != robot] for robot in robots]
            message = {"protocol": "algorithm", "type": SAY, "program": True}
            acts["sends"] = {"robot": robots, "to": others, "content": said, **message}
        return acts

    def _advance(self, answer):
        run = self.run
        run.advance({"hold": True, "want": self._want, **answer})
        state = run.state
        for number, column in zip(self._numbers, state.get("readings", ())):
            for readings, value in zip(self._readings, column):
                if value is not None:
                    readings[number] = value
        self.collided = set(state.get("collided", ()))
        for to, sender, _, content in state.get("heard", ()):
            self.heard[to][sender] = content
        self._poses = state.get("poses", self._poses)
        known, self.metrics = self.metrics, state.get("metrics", self.metrics)
        self.changes = {name: value - known.get(name, value) for name, value in self.metrics.items()}

    def _observations(self, agents):
        parts = self._parts
        observations = {}
        for agent in agents:
            robot = self._ids[agent]
            values = []
            for part, reading in zip(parts, self._readings[robot]):
                values += part.values(self, robot, reading)
            observations[agent] = np.asarray(values, dtype=np.float32)
        return observations

    def _reward_of(self, robot):
        reward = self._reward
        if reward is None:
            return 0.0
        if isinstance(reward, dict):
            return sum(weight * self.changes.get(name, 0.0) for name, weight in reward.items())
        return reward(self, robot)


def gather(robots=5, **options):
    """Agents meet at any point. They know their own position and what the others say; 30 % of the messages are lost. The
    reward is the decrease of the spread; the goal is a circle of 5 m."""
    parts = [Place(100, 100), Heading(), Heard(2, robots)]
    given = {"speed": 5.0, "turn_speed": 90.0, "say": 2, "reward": {"spread": -0.01}, **options}
    return ScenarioEnv(_SCENARIOS / "gather.config", robots, parts, **given)


def navigate(robots=4, **options):
    """Agents drive to targets on a circle and sense their surroundings. The reward is the progress towards the target, and 1
    for reaching it; a collision costs 1 and ends the episode."""
    angles = [2 * math.pi * number / robots for number in range(robots)]
    targets = [(30 + 22 * math.cos(angle), 30 + 22 * math.sin(angle)) for angle in angles]

    def distance(env, robot):
        x, y, _ = env.poses[robot]
        return math.hypot(targets[robot][0] - x, targets[robot][1] - y)

    def is_done(env, robot):
        return distance(env, robot) <= 2

    def reward(env, robot):
        left = distance(env, robot)
        progress = env.memory.get(robot, left) - left
        env.memory[robot] = left
        return 0.1 * progress + is_done(env, robot) - (robot in env.collided)

    parts = [Target(targets, 60), Rays(12, 20)]
    given = {"speed": 3.0, "turn_speed": 90.0, "properties": ["no-collision"], "is_done": is_done, "reward": reward, **options}
    return ScenarioEnv(_SCENARIOS / "navigate.config", robots, parts, **given)


def _box(size):
    return Box(-1.0, 1.0, shape=(size,), dtype=np.float32)


def _clipped(value):
    return -1.0 if value < -1 else 1.0 if value > 1 else value
