"""The program's side of the protocol: answers calls of the engine, and sends requests meanwhile."""

import inspect
import os
import signal
import sys
import traceback

from ._algorithm import AbstractAlgorithm, ActiveProtocol, _Program, message_of
from ._robot import Robot
from ._wire import READY, VERSION, Channel, ProtocolError, RequestRefused

_INTERRUPTED = 130
_PATIENCE = 1.0
"""Seconds that an algorithm has after Ctrl-C before it is interrupted."""
_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class Link:
    """Requests of the program, during which the engine may call."""

    def __init__(self, channel, answer):
        self.channel = channel
        self._answer = answer

    def request(self, request):
        """Sends a request and waits for the answer; raises RequestRefused if the engine refuses."""
        channel = self.channel
        channel.send(request)
        while True:
            message = channel.receive()
            if message is None:
                raise ProtocolError("the engine has closed")
            if "ok" in message:
                return message["ok"]
            if "call" in message:
                channel.send(done(self._answer(message)))
            else:
                error = message.get("error") or {}
                raise RequestRefused(error.get("name"), error.get("message"))


def done(value=None):
    return {"done": True} if value is None else {"done": True, "value": value}


class Program:
    """Runs the algorithms of all robots of one run."""

    def __init__(self, channel, classes):
        self.channel = channel
        self._classes = {each.__name__: each for each in classes}
        self._link = Link(channel, self.answer)
        self._robots = {}
        self._algorithms = {}
        self.calls = 0
        self.is_answering = False

    def greet(self, **more):
        equations = any(_may_follow(each) for each in self._classes.values())
        self.channel.send({"ready": READY, "version": VERSION, "equations": equations, **more})

    def serve(self):
        """Answers calls until the engine closes, or a call is `step`: then returns the call."""
        channel = self.channel
        while True:
            call = channel.receive()
            if call is None or call["call"] == "step":
                return call
            self.calls += 1
            self.is_answering = True
            try:
                value = self.answer(call)
            except Exception as error:
                self.fail(error)
                raise
            self.is_answering = False
            channel.send(done(value))

    def fail(self, error):
        name = type(error).__name__
        task = getattr(error, "kineko_task", None)
        message = f"{name}: {error}" if task is None else f"{task}: {name}: {error}"
        self.channel.send({"failed": {"name": name, "message": message, **_key_of(error)}})

    def answer(self, call):
        what = call["call"]
        if what == "open":
            return [{"key": key, "name": key, "kind": each.kind} for key, each in self._classes.items()]
        if what == "waiting":
            return [
                {"task": task.name, "for": task.waits_for}
                for robot in self._robots.values()
                for task in robot.agenda.tasks
            ]
        number = call["robot"]
        if what == "create":
            robot = self._robots[number] = Robot(self._link, call)
            robot.agenda.now = call["now"]
            self._algorithms[number] = self._classes[call["key"]](robot)
            return None
        robot = self._robots[number]
        robot.agenda.now = float(call["now"])
        if what == "fire":
            robot.agenda.fire(call["id"])
        elif what == "moved":
            robot.moved(call["outcome"])
        elif what == "reading":
            robot.reading(call["id"], call["value"])
        elif what == "message":
            self._deliver(robot, message_of(call["message"]))
        elif what == "sensed":
            robot.sensed(call["id"], call["value"])
        elif what == "launch":
            self._algorithms[number].launch(call["id"])
        elif what == "crashed":
            robot.crash_changed(call["crashed"])
        else:
            raise ProtocolError(f"unknown call {what!r}")
        return None

    @staticmethod
    def _deliver(robot, message):
        for protocol, receiver in robot.receivers.items():
            if message.protocol == protocol or message.protocol.startswith(f"{protocol}/"):
                return receiver.deliver(message)
        raise ProtocolError(f"{robot.name}: no protocol has the id {message.protocol!r}")


def _may_follow(algorithm):
    """Whether an algorithm may follow equations, whose parser the engine loads before the run."""
    try:
        text = inspect.getsource(sys.modules[algorithm.__module__])
    except (OSError, TypeError, KeyError):
        return True
    return "follow" in text or "equation" in text


def _key_of(error):
    key = getattr(error, "key", None)
    return {"key": key} if isinstance(key, str) else {}


def authors_traceback(error):
    """The traceback of an error, without the frames of this package."""
    report = traceback.TracebackException.from_exception(error)
    each = report
    while each is not None:
        own = [frame for frame in each.stack if os.path.dirname(os.path.abspath(frame.filename)) != _PACKAGE]
        each.stack = traceback.StackSummary.from_list(own or each.stack)
        each = each.__cause__ or each.__context__
    return "".join(report.format())


def algorithms_in(namespace):
    """The classes of algorithms that a module defines."""
    return [
        value
        for value in namespace.values()
        if inspect.isclass(value)
        and issubclass(value, _Program)
        and value not in (AbstractAlgorithm, ActiveProtocol)
        and value.__module__ == namespace.get("__name__")
    ]


def main(*classes):
    """Runs the algorithms of this program for Kineko, which has started it. Call it at the end of the file. Without
    arguments, it offers all algorithms that the file defines."""
    namespace = vars(sys.modules["__main__"])
    if namespace.get("__spec__") is None and not all(_is_open(fd) for fd in (3, 4)):
        script = os.path.basename(sys.argv[0] or "mine.py")
        sys.stderr.write(
            f"{script}: this program is started by Kineko: kineko run scenario.config --algorithms \"python3 {script}\"\n"
        )
        raise SystemExit(2)
    program = Program(Channel(3, 4), classes or algorithms_in(namespace))
    _leave_interrupts_to_kineko(program)
    try:
        program.greet()
        program.serve()
    except BrokenPipeError:
        # The run has ended.
        raise SystemExit(1) from None
    except KeyboardInterrupt as error:
        sys.stderr.write(authors_traceback(error))
        raise SystemExit(_INTERRUPTED) from None
    except Exception as error:
        sys.stderr.write(authors_traceback(error))
        raise SystemExit(1) from None


def _leave_interrupts_to_kineko(program):
    """On Ctrl-C, Kineko ends the run and saves its results. Only an algorithm that does not return is interrupted."""

    def on_interrupt(*_):
        before = program.calls

        def on_alarm(*_):
            if program.is_answering and program.calls == before:
                raise KeyboardInterrupt

        signal.signal(signal.SIGALRM, on_alarm)
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE)

    signal.signal(signal.SIGINT, on_interrupt)


def _is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True
