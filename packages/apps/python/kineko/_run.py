"""Starts Kineko from Python, and steps through a run."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from ._program import Program
from ._values import Position, Reading
from ._wire import Channel, KinekoError


class RunFailed(KinekoError):
    """Kineko has ended with an error. `exit_code`: 1 the run failed, 2 invalid input."""

    def __init__(self, message, exit_code):
        super().__init__(message)
        self.exit_code = exit_code


def kineko_command(given=None):
    """The command that starts Kineko: as given, in the environment variable KINEKO_PROGRAM, `kineko` on the PATH, or in the
    `node_modules` of this folder or one above it."""
    if given is not None:
        return [given] if isinstance(given, (str, os.PathLike)) else [*given]
    named = os.environ.get("KINEKO_PROGRAM")
    if named:
        return named.split()
    found = shutil.which("kineko")
    if found:
        return [found]
    for folder in (Path.cwd(), *Path.cwd().parents):
        program = folder / "node_modules" / ".bin" / "kineko"
        if program.exists():
            return [str(program)]
    raise KinekoError(
        "kineko: no such program: install it (npm install kineko), or name it in the environment variable KINEKO_PROGRAM"
    )


class Run:
    """A run of a scenario, which is started at once and stands at its first instant.

        with Run("gathering.config", Gathering, seed=1) as run:
            while run.step(dt=10):
                print(run.now, run.positions)
        print(run.result["hash"])

    config: path of a Neko configuration.
    algorithms: classes that take the place of `robot.algorithm`; without any, the algorithm of the configuration runs.
    seed, time_limit: as `--seed` and `--time-limit`.
    settings: values for keys of the configuration: `{"process.num": 20}`.
    out: folder for the results, which `read_run` reads; log: `neko`, `trace` or `both`.
    properties: judged after each step; those that are violated are in `violated`.
    hashed: whether there is a `result`, with the hash of all records; runs without it are faster.
    command: the command that starts Kineko, if `kineko` is not on the PATH.
    """

    def __init__(
        self,
        config,
        *algorithms,
        seed=None,
        time_limit=None,
        settings=None,
        out=None,
        log=None,
        properties=(),
        hashed=True,
        command=None,
    ):
        self.now = 0.0
        """Simulated seconds."""
        self.events = 0
        self.stopped_by = None
        """Why the run has ended, such as `time` or `finished`; None while it can continue."""
        self.violated = []
        """Violations of the properties so far, with `property`, `time`, `text` and `who`."""
        self.result = None
        """The result, as `kineko run --json` prints it; None until the run has ended, or if it is not hashed."""
        self.state = {}
        """The last call `step` of the engine: see docs/algorithm-protocol.md."""
        self._is_closed = True
        self._failure = None
        down, up = os.pipe(), os.pipe()
        self._is_hashed = hashed
        options = {"seed": seed, "time-limit": time_limit, "out": out, "log": log}
        args = [f"--{name}={value}" for name, value in options.items() if value is not None]
        args += [f"--set={key}={_setting(value)}" for key, value in (settings or {}).items()]
        # Files: this program does not read pipes while it waits for Kineko, and a full pipe would block Kineko.
        self._stdout = tempfile.TemporaryFile()
        self._stderr = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [*kineko_command(command), "run", os.fspath(config), "--json" if hashed else "--quiet", f"--algorithms=fd:{down[0]},{up[1]}", *args],
                stdin=subprocess.DEVNULL,
                stdout=self._stdout,
                stderr=self._stderr,
                pass_fds=(down[0], up[1]),
            )
        except OSError as error:
            for fd in (*down, *up):
                os.close(fd)
            self._stdout.close()
            self._stderr.close()
            raise KinekoError(f"kineko cannot be started: {error}") from None
        os.close(down[0])
        os.close(up[1])
        self._channel = Channel(up[0], down[1])
        self._is_closed = False
        self._program = Program(self._channel, algorithms)
        self._guarded(lambda: self._program.greet(steps=True, properties=list(properties)))
        self._receive()

    def step(self, dt=None, until=None, events=None):
        """Advances the run: by simulated seconds, up to a time, or by a number of events (without arguments, one event).
        Returns whether the run can continue."""
        if dt is not None:
            if not dt >= 0:
                raise ValueError(f"step(): dt: expected seconds, 0 or more, got {dt!r}")
            until = self.now + dt
        elif until is None and events is None:
            events = 1
        answer = {}
        if until is not None:
            if not until >= self.now:
                raise ValueError(f"step(): until: expected a time from {self.now} on, got {until!r}")
            answer["until"] = until
        if events is not None:
            if not (isinstance(events, int) and events >= 1):
                raise ValueError(f"step(): events: expected an integer, 1 or more, got {events!r}")
            answer["events"] = events
        return self.advance(answer)

    def run_to_end(self):
        """Advances the run to its end; returns the result."""
        while self.advance({}):
            pass
        return self.result

    def advance(self, answer):
        """Answers the engine's call `step`; returns whether the run can continue."""
        if self._failure is not None:
            raise self._failure
        if self.stopped_by is not None or self._is_closed:
            return False
        self._guarded(lambda: self._channel.send({"done": True, "value": answer}))
        return self._receive()

    def observe(self, *parts):
        """The state of the run now, with the parts `poses`, `metrics` or `counts`; all of them by default."""
        wanted = parts or ("poses", "metrics", "counts")
        if any(part not in self.state for part in wanted) and self.stopped_by is None:
            self.advance({"events": 0, "want": list(wanted)})
        return self.state

    @property
    def poses(self):
        """Position and heading (degrees) of each robot, by id."""
        poses = self.observe("poses").get("poses", [])
        return [Reading(x=float(x), y=float(y), heading=float(heading)) for x, y, heading in poses]

    @property
    def positions(self):
        return [Position(pose.x, pose.y) for pose in self.poses]

    @property
    def metrics(self):
        """The metrics that the configuration names, by name."""
        return self.observe("metrics").get("metrics", {})

    @property
    def collisions(self):
        return self.observe("counts").get("counts", {}).get("collisions", 0)

    @property
    def messages(self):
        """Numbers of messages: `sent`, `delivered` and `dropped`."""
        return self.observe("counts").get("counts", {}).get("messages", {})

    def close(self):
        """Ends the run, if it has not ended."""
        if self._is_closed:
            return
        if self.stopped_by is None and self._failure is None:
            self.advance({"end": True})
        self._end()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.close()
        else:
            self._end()

    def __del__(self):
        if not getattr(self, "_is_closed", True):
            self._end()

    def _receive(self):
        """Serves the engine until its next `step`."""
        call = self._guarded(self._program.serve)
        self.state = call
        self.now = float(call["now"])
        self.events = call["events"]
        self.violated = [Reading(each) for each in call.get("violated", [])]
        self.stopped_by = call.get("stoppedBy")
        if self.stopped_by is None:
            return True
        self._channel.send({"done": True, "value": {}})
        # 4: a limit was reached before the goal; 130: the run was ended early.
        if self._process.wait() not in (0, 4, 130):
            self._fail()
        if self._is_hashed:
            self.result = json.loads(self._text(self._stdout))
        return False

    def _guarded(self, action):
        """Raises the error of Kineko if it has ended, and ends it if an algorithm fails."""
        try:
            result = action()
            if result is not None or action != self._program.serve:
                return result
        except (BrokenPipeError, ConnectionError):
            pass
        except BaseException as error:
            self._failure = error
            self._end()
            raise
        self._process.wait()
        self._fail()

    def _fail(self):
        """Raises the error that Kineko has printed."""
        message = self._text(self._stderr).strip() or f"it ended with exit code {self._process.returncode}"
        self._failure = RunFailed(message, self._process.returncode)
        self._end()
        raise self._failure

    def _end(self):
        if self._is_closed:
            return
        self._is_closed = True
        self._channel.close()
        self._process.wait()
        self._stdout.close()
        self._stderr.close()

    @staticmethod
    def _text(file):
        file.seek(0)
        return file.read().decode()


def _setting(value):
    return str(value).lower() if isinstance(value, bool) else str(value)
