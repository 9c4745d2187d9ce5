"""A robot, as its program sees it: its actions are requests to the engine."""

from ._random import RandomStream
from ._tasks import Agenda, Timer
from ._values import Position, Reading, degrees_at
from ._waits import Completion


class Motion(Completion):
    """A motion that has started; it continues whether it is awaited or not. Await it to get its outcome, with `status`
    (finished, collided, replaced, stopped or blocked), `at`, `pose`, `with` and `by`."""

    def __init__(self, task, kind, origin):
        super().__init__(task, f"motion '{kind}'")
        self.kind = kind
        self.origin = origin

    def end(self, outcome):
        pose = outcome["pose"]
        shown = Reading(outcome)
        shown["pose"] = Reading(x=float(pose["x"]), y=float(pose["y"]), heading=degrees_at(pose))
        self.settle(shown)

    @property
    def outcome(self):
        """None while the robot is moving."""
        return self.value


class Robot:
    """A robot of a run, or a process without a body. Algorithms get it as `self.robot`."""

    def __init__(self, link, call):
        self._link = link
        self.id = call["robot"]
        self.n = call["n"]
        self.radius = call.get("radius")
        self.turns_shorter = call.get("turnsShorter", False)
        self.is_crashed = False
        self.agenda = Agenda(self.id, link.channel)
        self.receivers = {}
        self.program_ids = set()
        self.motion = None
        self._motion_ends = []
        self._pending = []
        self._numbers = 0
        self._asked = {}
        self._active = {}
        self._streams = {}
        self._parameters = {}

    @property
    def name(self):
        """Name in logs and messages, such as `p0`."""
        return f"p{self.id}"

    @property
    def now(self):
        """Simulated seconds."""
        return self.agenda.now

    @property
    def all(self):
        """The ids of all robots."""
        return list(range(self.n))

    @property
    def others(self):
        """The ids of all other robots."""
        return [other for other in range(self.n) if other != self.id]

    def crash(self):
        """Crashes the robot: it stops and does nothing until it recovers."""
        self.ask("crash")

    def recover(self):
        self.ask("recover")

    def future_events(self):
        """The predicted events of this robot, such as contacts, in order of time."""
        return [Reading(event) for event in self.ask("future")]

    def timer(self, callback, label="timer"):
        """A timer that calls a function; `label` is for diagnostics."""
        return Timer(self.agenda, callback, label)

    def random(self, name):
        """A random stream of this robot, by name."""
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = RandomStream(self.ask("random", stream=name))
        return stream

    def parameters(self, class_name):
        """The parameters of a class in the configuration, as texts by name."""
        found = self._parameters.get(class_name)
        if found is None:
            found = self._parameters[class_name] = self.ask("parameters", **{"class": class_name})
        return found

    # Used by this package.

    def ask(self, what, **content):
        return self._link.request({"do": what, "robot": self.id, **content})

    def tell(self, what, **content):
        self._link.channel.tell({"do": what, "robot": self.id, **content})

    def notify(self, callback):
        """Notifies the algorithm: at once, or at its recovery while the robot is crashed."""
        if self.is_crashed:
            self._pending.append(callback)
        else:
            callback()

    def register(self, protocol, receiver):
        self.receivers[protocol] = receiver
        self.ask("register", id=protocol)

    def send(self, to, protocol, kind, content, network=None):
        if self.is_crashed:
            return
        more = {} if network is None else {"network": network}
        self.ask(
            "send", to=to, protocol=protocol, type=kind, content=content, program=protocol in self.program_ids, **more
        )

    def move(self, request, task, origin):
        kind = request["kind"]
        if self.is_crashed:
            motion = Motion(task, kind, origin)
            outcome = {"status": "stopped", "at": self.now, "pose": self.ask("pose")}
            self.notify(lambda: motion.end(outcome))
            return motion
        self.ask("move", request=request)
        self.motion = Motion(task, kind, origin)
        return self.motion

    def stop(self):
        if not self.is_crashed:
            self.ask("stop")

    def stop_motion_of(self, task):
        if self.motion is not None and self.motion.task is task:
            self.stop()

    @property
    def is_held_by_handler(self):
        return self.motion is not None and self.motion.origin == "handler"

    def motion_end(self, task):
        end = Completion(task, f"the end of {self.motion.describe()}, which a handler started")
        self._motion_ends.append(end)
        return end

    def ask_sensor(self, sensor, request, on_reply):
        self._numbers += 1
        number = self._numbers
        self._asked[number] = on_reply
        try:
            self.ask("ask", id=number, sensor=sensor, request=request)
        except Exception:
            del self._asked[number]
            raise

    def activate(self, sensor, request, options, on_event):
        self._numbers += 1
        self.ask("activate", id=self._numbers, sensor=sensor, request=request, options=options)
        self._active[self._numbers] = on_event
        return self._numbers

    def deactivate(self, sensor, number):
        self.ask("deactivate", sensor=sensor)
        self._active.pop(number, None)

    # Calls of the engine.

    def moved(self, outcome):
        motion, self.motion = self.motion, None
        self.notify(lambda: motion.end(outcome))
        if self._motion_ends:
            ends, self._motion_ends = self._motion_ends, []
            self.notify(lambda: [end.settle() for end in ends])

    def reading(self, number, value):
        on_reply = self._asked.pop(number, None)
        if on_reply is not None:
            on_reply(value)

    def sensed(self, number, value):
        on_event = self._active.get(number)
        if on_event is not None:
            on_event(value)

    def crash_changed(self, crashed):
        self.is_crashed = crashed
        if not crashed:
            pending, self._pending = self._pending, []
            for callback in pending:
                callback()


def positions(values):
    return [Position(float(value["x"]), float(value["y"])) for value in values]
