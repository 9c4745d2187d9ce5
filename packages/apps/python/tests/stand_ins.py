"""Stand-ins for PettingZoo, Gymnasium and NumPy: as much of them as the environments use."""

import random
import sys
import types


class Box:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, dtype
        self._random = random.Random()

    def seed(self, seed):
        self._random.seed(seed)

    def sample(self):
        return [self._random.uniform(self.low, self.high) for _ in range(self.shape[0])]

    def contains(self, values):
        return len(values) == self.shape[0] and all(self.low <= value <= self.high for value in values)


class ParallelEnv:
    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self


def install():
    """Puts the stand-ins in the place of the packages, until they are removed again."""
    numpy = types.ModuleType("numpy")
    numpy.float32 = float
    numpy.asarray = lambda values, dtype: list(values)
    gymnasium = types.ModuleType("gymnasium")
    spaces = types.ModuleType("gymnasium.spaces")
    spaces.Box = Box
    pettingzoo = types.ModuleType("pettingzoo")
    pettingzoo.ParallelEnv = ParallelEnv
    modules = {"numpy": numpy, "gymnasium": gymnasium, "gymnasium.spaces": spaces, "pettingzoo": pettingzoo}
    before = {name: sys.modules.get(name) for name in [*modules, "kineko.pettingzoo"]}
    sys.modules.update(modules)
    sys.modules.pop("kineko.pettingzoo", None)

    def remove():
        for name, module in before.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module

    return remove
