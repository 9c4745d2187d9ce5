"""Steps of agents over the pipe to Kineko; prints their number. Arguments: `environment` or `algorithm`, and a number of steps."""

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

from kineko import AbstractAlgorithm, Run  # noqa: E402
from tests import stand_ins  # noqa: E402

ROBOTS = 50


class Wander(AbstractAlgorithm):
    """A step is a round: a reading and a motion of a second."""

    async def do_motion(self):
        x, y = await self.gps.get_self_position()
        await self.actuator.move_to((x + self.random() - 0.5, y + self.random() - 0.5), 1, 3600)


def environment(steps):
    # The bench runs without PettingZoo, too.
    stand_ins.install()
    from kineko.pettingzoo import _SCENARIOS, Heading, Place, ScenarioEnv

    env = ScenarioEnv(_SCENARIOS / "gather.config", ROBOTS, [Place(100, 100), Heading()], time_limit=1e6)
    env.reset(seed=1)
    actions = {agent: [0.5, 0.1] for agent in env.agents}
    for _ in range(steps):
        env.step(actions)
    env.close()
    return steps * ROBOTS


def algorithm(steps):
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "x.config")
        config.write_text(
            f"process.num = {ROBOTS}\nrobot.size = 1\nrobot.algorithm = Gathering\nbornpoint.random = true\n"
            f"ghost_mode = true\nsimulation.time = {steps}\nseed = 1\n"
        )
        return Run(config, Wander).run_to_end()["motionRequests"]


if __name__ == "__main__":
    print({"environment": environment, "algorithm": algorithm}[sys.argv[1]](int(sys.argv[2])))
