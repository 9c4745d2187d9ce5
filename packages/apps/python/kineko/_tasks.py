"""Tasks: `async` code that the engine resumes one at a time."""

import inspect

from ._waits import Latch, Sleep, Wait, WaitError, checked_delay

_MAX_IDLE_ROUNDS = 1000
_MAX_PASSED_IN_A_TURN = 100_000


class OutOfTurnError(RuntimeError):
    """A task acted out of its turn, so that the run would not repeat."""


class Event:
    """An event in the queue of the engine."""

    def __init__(self, run, label):
        self.run = run
        self.label = label

    def describe(self):
        return self.label


class Agenda:
    """The events of one robot, which the engine keeps in its queue."""

    def __init__(self, robot, channel):
        self.robot = robot
        self.channel = channel
        self.now = 0.0
        self.holder = None
        self._pending = {}
        self._numbers = 0
        self.tasks = {}

    def schedule(self, at, event, timer=False):
        self._numbers += 1
        self._pending[self._numbers] = event
        request = {"do": "at", "robot": self.robot, "id": self._numbers, "time": at, "label": event.describe()}
        if timer:
            request["timer"] = True
        self.channel.tell(request)
        return self._numbers

    def cancel(self, number):
        """Returns whether the event was pending."""
        if self._pending.pop(number, None) is None:
            return False
        self.channel.tell({"do": "cancel", "robot": self.robot, "id": number})
        return True

    def fire(self, number):
        event = self._pending.pop(number, None)
        if event is not None:
            event.run()


class Timer:
    """Calls back once, or at regular intervals. While its robot is crashed it does not run."""

    def __init__(self, agenda, callback, label="timer"):
        self._agenda = agenda
        self._callback = callback
        self._label = label
        self._number = None
        self._period = 0

    def describe(self):
        return f"{self._label} of p{self._agenda.robot}"

    @property
    def is_scheduled(self):
        return self._number is not None

    def schedule(self, seconds):
        """Runs once after some simulated seconds."""
        self._refuse_twice()
        self._period = 0
        self._set(seconds)

    def reschedule(self, seconds):
        """Runs once after some simulated seconds, replacing an earlier schedule."""
        self.cancel()
        self.schedule(seconds)

    def every(self, seconds):
        """Runs at regular intervals, the first time after one period."""
        self._refuse_twice()
        if not seconds > 0:
            raise ValueError(f"{self.describe()}: expected a number of seconds above 0, got {seconds!r}")
        self._period = seconds
        self._set(seconds)

    def cancel(self):
        number, self._number = self._number, None
        return number is not None and self._agenda.cancel(number)

    def run(self):
        self._number = None
        if self._period > 0:
            self._set(self._period)
        self._callback()

    def _set(self, seconds):
        agenda = self._agenda
        self._number = agenda.schedule(agenda.now + checked_delay(self.describe(), seconds), self, timer=True)

    def _refuse_twice(self):
        if self.is_scheduled:
            raise RuntimeError(f"{self.describe()}: it is scheduled already; cancel it first")


class Task:
    """Runs rounds, or one coroutine, under the control of the engine."""

    def __init__(self, name, process, owner):
        self.name = name
        self.process = process
        self.owner = owner
        self.agenda = process.agenda
        self.killed = False
        self.has_ended = False
        self.unawaited = {}
        self.blocked_on = None
        self.ended = Latch(f"the end of {name}")
        self._body = None
        self._rounds = None
        self._idle_rounds = -1
        self._passed = 0

    def start(self, rounds=None, body=None):
        """`rounds` has do_round() and is_done(); `body` is a coroutine."""
        self._rounds = rounds
        self._body = body
        self.agenda.tasks[self] = None
        self.agenda.schedule(self.agenda.now, Event(self._begin, f"start of {self.name}"))

    def kill(self):
        """Ends the task: none of its code runs any more, except `finally` blocks, which must not act."""
        if self.has_ended:
            return
        self.killed = True
        if self.blocked_on is not None:
            self.blocked_on.disarm()
        self._end()
        if self._body is not None and self.agenda.holder is not self:
            self._body.close()

    def sleep(self, seconds):
        self.check_turn(f"sleep({seconds})")
        return Sleep(self, self.process, checked_delay(f"{self.name} called sleep()", seconds), self.owner)

    @property
    def has_turn(self):
        return self.agenda.holder is self

    def check_turn(self, action):
        """Throws unless the task is running."""
        if not self.has_turn and not self.killed:
            raise OutOfTurnError(
                f"{self.name} called {action} at t = {self.agenda.now} out of its turn: handlers and timers cannot wait; "
                "fire a Signal or a Latch there, and wait for it in a round"
            )

    def pass_at_once(self, wait):
        self._passed += 1
        self._idle_rounds = -1
        if self._passed > _MAX_PASSED_IN_A_TURN:
            raise WaitError(
                f"it continued {_MAX_PASSED_IN_A_TURN} times at this instant without having to wait, the last time for "
                f"{wait.describe()}, which had happened already"
            )

    def resume_in_order(self, wait):
        if not self.has_ended:
            self.agenda.schedule(self.agenda.now, wait)

    def resume(self, wait):
        if self.has_ended:
            wait.forgo()
        elif self.blocked_on is wait:
            self.blocked_on = None
            self._turn(self._continue)

    @property
    def waits_for(self):
        return [] if self.blocked_on is None else [self.blocked_on.describe()]

    def _begin(self):
        if not self.has_ended:
            self._turn(self._continue)

    def _turn(self, action):
        before = self.agenda.holder
        self.agenda.holder = self
        self._passed = 0
        try:
            action()
        except Exception as error:
            # For the message of the engine.
            error.kineko_task = self.name
            raise
        finally:
            self.agenda.holder = before

    def _continue(self):
        """Runs until the task blocks or ends."""
        while not self.has_ended:
            if self._body is not None:
                wait = self._advance_body()
                if wait is None:
                    continue
                self.blocked_on = wait
                self._idle_rounds = -1
                return
            if self._rounds is None or self._rounds.is_done():
                return self._finish()
            self._idle_rounds += 1
            if self._idle_rounds > _MAX_IDLE_ROUNDS:
                raise WaitError(f"it returned {_MAX_IDLE_ROUNDS} times without waiting for anything: missing await?")
            last = self._rounds.do_round()
            if inspect.iscoroutine(last):
                self._body = last
            elif isinstance(last, Wait):
                self._body = _awaiting(last)
            elif last is not None:
                raise WaitError(f"a round returned {last!r}: expected a wait, a coroutine or nothing")

    def _advance_body(self):
        """The wait that blocks the body; None if the body has ended."""
        try:
            wait = self._body.send(None)
        except StopIteration as stop:
            # As in TypeScript, a motion that a coroutine returns is awaited.
            self._body = _awaiting(stop.value) if isinstance(stop.value, Wait) and not self.has_ended else None
            return None
        if isinstance(wait, Wait) and wait.task is self:
            return wait
        raise WaitError(
            f"it awaits {wait!r}: expected a motion, a reading, a message or another wait of the simulation"
        )

    def _finish(self):
        for wait in self.unawaited:
            raise WaitError(f"it ended while its {wait.describe()} was not awaited: missing await?")
        self._end()

    def _end(self):
        self.has_ended = True
        self.agenda.tasks.pop(self, None)
        for wait in list(self.unawaited):
            wait.disarm()
        self.ended.fire()


async def _awaiting(wait):
    await wait
