"""Algorithms for Kineko in Python: see docs/python.md."""

from ._actuator import ActuatorError
from ._algorithm import AbstractAlgorithm, ActiveProtocol, ParameterError
from ._program import main
from ._random import RandomStream
from ._results import RunResults, read_run
from ._robot import Motion
from ._run import Run, RunFailed
from ._tasks import OutOfTurnError, Timer
from ._values import Message, Position, Reading, centroid, distance
from ._waits import TIMED_OUT, Latch, Mailbox, Signal, Wait, WaitError, all_of, first, timeout
from ._wire import KinekoError, ProtocolError, RequestRefused

__version__ = "0.1.0"

for _public in list(vars().values()):
    # Names in tracebacks and help texts.
    if isinstance(_public, type) and _public.__module__.startswith("kineko._"):
        _public.__module__ = "kineko"
del _public
