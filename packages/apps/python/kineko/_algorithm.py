"""Base classes of algorithms."""

import math

from . import _sensors
from ._actuator import Actuator
from ._tasks import Task
from ._values import Message
from ._waits import Completion, Mailbox, Reply, WaitError, checked_delay, first


class ParameterError(ValueError):
    """A parameter in the configuration has an invalid value."""

    def __init__(self, key, text):
        super().__init__(f"{key}: {text}")
        self.key = key


class Parameters:
    """The parameters of a class in the configuration: `Gathering.speed = 3`, or `parameter.speed = 3` for all classes."""

    def __init__(self, robot, class_name):
        self._values = robot.parameters(class_name)
        self._class_name = class_name

    def has(self, name):
        return name in self._values

    def text(self, name, default):
        return self._values.get(name, default)

    def number(self, name, default):
        text = self._values.get(name)
        if text is None:
            return default
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise ParameterError(f"{self._class_name}.{name}", f'expected a number, got "{text}"')
        return value

    def boolean(self, name, default):
        text = self._values.get(name)
        if text is None:
            return default
        if text not in ("true", "false"):
            raise ParameterError(f"{self._class_name}.{name}", f'expected true or false, got "{text}"')
        return text == "true"


class Logger:
    """Records messages, and prints them with `kineko run -v`."""

    def __init__(self, robot, name):
        self._robot = robot
        self._name = name

    def debug(self, text):
        self._say("debug", text)

    def info(self, text):
        self._say("info", text)

    def warn(self, text):
        self._say("warn", text)

    def error(self, text):
        self._say("error", text)

    def _say(self, level, text):
        self._robot.tell("log", level=level, logger=self._name, text=str(text))


class _Program:
    """Code with a task of its own, which sends and receives messages."""

    def __init__(self, robot):
        self.robot = robot
        self.id = None
        """Id of its protocol: the same on all robots."""
        self.handlers = {}
        """Handlers of messages that do not go to the inbox, by type: `{"GO": self.on_go}`. Each is called with the content,
        the id of the sender and the message."""
        self._task = None
        self._inbox = Mailbox("its inbox")
        self._logger = None

    @property
    def clock(self):
        """Current time in simulated seconds."""
        return self.robot.now

    @property
    def n(self):
        """Number of robots; their ids are 0 to n - 1."""
        return self.robot.n

    @property
    def parameters(self):
        return Parameters(self.robot, type(self).__name__)

    @property
    def logger(self):
        if self._logger is None:
            self._logger = Logger(self.robot, type(self).__name__)
        return self._logger

    @property
    def random_stream(self):
        """The random stream of this algorithm on its robot."""
        return self.robot.random(self._random_name)

    def random(self):
        """A random number in [0, 1) from the stream of this robot."""
        return self.random_stream.uniform()

    @property
    def task(self):
        if self._task is None:
            raise WaitError(f"{self.robot.name} {type(self).__name__}: it acts before it is started; do that in a round")
        return self._task

    def send(self, to, type, content=None):
        """Sends a message to a robot or to several."""
        self.robot.send([to] if isinstance(to, int) else list(to), self.id, type, content)

    def broadcast(self, type, content=None):
        """Sends a message to all other robots."""
        self.send(self.robot.others, type, content)

    def receive(self, seconds=None):
        """Waits for the next message; with a limit in seconds, the value is None after that."""
        return self._inbox.wait(self.task) if seconds is None else self._receive_within(seconds)

    async def _receive_within(self, seconds):
        time_is_up = self.sleep(seconds)
        _, message = await first(self._inbox.wait(self.task), time_is_up)
        return message

    def sleep(self, seconds):
        """Waits for some simulated seconds."""
        return self.task.sleep(seconds)

    def wait_for(self, source):
        """Waits until a Signal or a Latch is fired, or for the next item of a Mailbox."""
        return source.wait(self.task)

    def note(self, event, value=None):
        """Records an event that checkers evaluate."""
        self.robot.tell("note", protocol=self.id, event=event, value=value)

    def shutdown(self, reason="its algorithm requested it"):
        """Ends the whole run; the reason is shown in its summary."""
        self.robot.tell("shutdown", reason=reason)

    # Called by this package.

    def launch(self, protocol):
        self.id = protocol
        self.robot.register(protocol, self)
        self.robot.program_ids.add(protocol)
        self._begin()

    def deliver(self, message):
        handler = self.handlers.get(message.type)
        if handler is not None:
            handler(message.content, message.sender, message)
        else:
            self._inbox.put(message)

    @property
    def _random_name(self):
        return self.id


class AbstractAlgorithm(_Program):
    """The algorithm of a robot. `do_motion` is called in rounds until the algorithm is finished or the run ends. A round
    awaits motions, sensor readings and messages::

        class Gathering(AbstractAlgorithm):
            async def do_motion(self):
                everyone = await self.gps.get_all_position()
                await self.actuator.move_to(centroid(everyone), 3 + 3 * self.random(), 30)

    Distances are metres, times simulated seconds, angles degrees."""

    kind = "robot"
    _random_name = "algorithm"

    def __init__(self, robot):
        super().__init__(robot)
        self.is_handling = False
        self.actuator = Actuator(robot, self)
        """Moves the robot."""
        self._is_finished = False
        self._is_resting = True
        self._kept = []
        self._ports = {}
        self._until = None
        self._is_round_due = False
        self._nested = {}
        self._early = []
        self._running = None

    def do_motion(self):
        """Performs one round; called repeatedly until the algorithm is finished."""
        raise NotImplementedError(f"{type(self).__name__}: expected a method do_motion")

    def is_finished(self):
        """Whether the algorithm is finished; called between two rounds."""
        return False

    def finishes_handler_motions(self):
        """Whether a motion that the handler of a push sensor starts runs to its end before the next round starts."""
        return True

    def finish(self):
        """Finishes the algorithm: there is no round after the current one."""
        self._is_finished = True

    def tag(self, word):
        """Sets the tag of the robot, a word that others can see; '' removes it."""
        self.robot.ask("tag", tag=word)

    @property
    def gps(self):
        """Positions of this robot and of all robots."""
        return self._port("gps", _sensors.Gps)

    @property
    def compass(self):
        """Heading of this robot."""
        return self._port("compass", _sensors.Compass)

    @property
    def view_sensor(self):
        """Other robots within a distance from centre to centre."""
        return self._port("view", _sensors.View)

    @property
    def proximity_sensor(self):
        """Distances and directions of robots and obstacles nearby; can interrupt motions."""
        return self._port("proximity", _sensors.Proximity)

    @property
    def contact_sensor(self):
        """Robots and obstacles that this robot touches; can interrupt motions."""
        return self._port("contact", _sensors.Contact)

    @property
    def bump_sensor(self):
        """The same, with the side of each contact; can interrupt motions."""
        return self._port("bump", _sensors.Bump)

    @property
    def sonar_sensor(self):
        """Distance to the nearest robot or obstacle in a beam."""
        return self._port("sonar", _sensors.Sonar)

    @property
    def ring_sensor(self):
        """Distances along rays all around."""
        return self._port("ring", _sensors.Ring)

    @property
    def heat_sensor(self):
        return self._port("heat", _sensors.Heat)

    @property
    def light_sensor(self):
        return self._port("light", _sensors.Light)

    def sensor(self, name):
        """Another sensor of the configuration, by its name: `await self.sensor("own").ask(range=5)`."""
        return self._port(name, _sensors.Sensor)

    def push_sensor(self, name):
        """Another push sensor of the configuration, by its name."""
        return self._port(name, _sensors.PushSensor)

    def run(self, algorithm):
        """Runs a nested algorithm: `await self.run(RandomMovement).for_seconds(100)`."""
        return Routine(self, algorithm)

    # Called by this package.

    def origin_out_of_turn(self):
        return "handler" if self.is_handling and self.finishes_handler_motions() else "free"

    def deliver(self, message):
        if message.protocol != self.id and message.protocol.startswith(f"{self.id}/"):
            for nested in self._nested.values():
                if message.protocol == nested.id or message.protocol.startswith(f"{nested.id}/"):
                    return nested.deliver(message)
            self._early.append(message)
        elif self._is_resting:
            self._kept.append(message)
        else:
            super().deliver(message)

    def do_round(self):
        for wait in self.task.unawaited:
            if isinstance(wait, Reply):
                raise WaitError(f"its round ended while its {wait.describe()} was not awaited: missing await?")
        robot = self.robot
        if robot.is_crashed:
            recovery = Completion(self.task, "recovery")
            robot.notify(recovery.settle)
            return recovery
        if self._is_resting:
            self._is_resting = False
            kept, self._kept = self._kept, []
            for message in kept:
                super().deliver(message)
        if robot.is_held_by_handler:
            return robot.motion_end(self.task)
        self._is_round_due = False
        return self.do_motion()

    def is_done(self):
        finished = self._is_finished or self.is_finished()
        if self._until is None:
            if finished:
                self.robot.tell("finished")
            return finished
        # Checked once before each round: a count of rounds must not include waits for a handler's motion or a recovery.
        may_ask = not self._is_round_due and not self.robot.is_held_by_handler
        over = finished or (may_ask and self._until())
        if over:
            self._rest()
        else:
            self._is_round_due = self._is_round_due or may_ask
        return over

    def start_rounds(self, until):
        self._until = until
        self.robot.program_ids.add(self.id)
        self._begin()
        return self._task

    def halt(self):
        if self._running is not None:
            self._running.halt()
        self._task.kill()
        self._rest()
        self.robot.stop_motion_of(self._task)

    def nested_of(self, algorithm):
        nested = self._nested.get(algorithm)
        if nested is None:
            nested = algorithm(self.robot)
            names = {each.id for each in self._nested.values()}
            base = nested.id = f"{self.id}/{algorithm.__name__}"
            number = 2
            while nested.id in names:
                nested.id = f"{base}-{number}"
                number += 1
            self._nested[algorithm] = nested
            early, self._early = self._early, []
            for message in early:
                self.deliver(message)
        return nested

    def _begin(self):
        self._is_finished = False
        name = f"{self.robot.name} {type(self).__name__}"
        self._task = Task(name, self.robot, self.id)
        self._task.start(rounds=self)

    def _rest(self):
        """Stops its sensors; a parent may run it again."""
        self._is_resting = True
        self._is_round_due = False
        for port in self._ports.values():
            if isinstance(port, _sensors.PushSensor):
                port.rest()

    def _port(self, name, create):
        port = self._ports.get(name)
        if port is None:
            port = self._ports[name] = create(self, name)
        return port


class ActiveProtocol(_Program):
    """A process without a body that is one `async` function, `run`."""

    kind = "process"

    async def run(self):
        raise NotImplementedError(f"{type(self).__name__}: expected a method run")

    def _begin(self):
        self._task = Task(f"{self.robot.name} {self.id}", self.robot, self.id)
        self._task.start(body=self.run())


class Routine:
    """A nested algorithm that its parent runs for a while. When it ends before it is finished, its current round and its
    motion are ended at once."""

    def __init__(self, parent, algorithm):
        self._parent = parent
        self._name = algorithm.__name__
        self._nested = parent.nested_of(algorithm)

    async def for_seconds(self, seconds):
        """Runs it for a duration in simulated seconds, or until it is finished."""
        checked_delay("for_seconds()", seconds)
        self._check_alone()
        await self._run_until(self._parent.sleep(seconds))

    async def until(self, end):
        """Runs it until a condition holds between two rounds, a signal is fired or a wait ends; or until it is finished."""
        self._check_alone()
        if hasattr(end, "fire"):
            await self._run_until(self._parent.wait_for(end))
        elif callable(end):
            await self._run_while(end)
        else:
            await self._run_until(end)

    async def times(self, rounds):
        """Runs it for a number of rounds, or until it is finished."""
        if not (isinstance(rounds, int) and rounds >= 0):
            raise ValueError(f"times(): rounds: expected an integer, 0 or more, got {rounds!r}")
        self._check_alone()
        left = rounds

        def is_over():
            nonlocal left
            left -= 1
            return left < 0

        await self._run_while(is_over)

    async def to_end(self):
        """Runs it until it is finished."""
        self._check_alone()
        await self._run_while(lambda: False)

    def halt(self):
        """Ends it at once."""
        if self._parent._running is self:
            self._parent._running = None
            self._nested.halt()

    async def _run_while(self, until):
        try:
            await self._start(until)
            self._parent._running = None
        finally:
            self.halt()

    async def _run_until(self, end):
        try:
            index, _ = await first(self._start(lambda: False), end)
            if index == 0:
                self._parent._running = None
        finally:
            self.halt()

    def _start(self, until):
        self._parent._running = self
        return self._parent.wait_for(self._nested.start_rounds(until).ended)

    def _check_alone(self):
        running = self._parent._running
        if running is not None:
            raise WaitError(f"it cannot run {self._name} while it still runs {running._name}: missing await?")


def message_of(wire):
    return Message(wire["from"], wire["to"], wire["number"], wire["protocol"], wire["type"], wire["content"])
