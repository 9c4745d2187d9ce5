"""What an algorithm can wait for. Waits complete in the event order of the engine."""

from collections import deque

MAX_DELAY = 2147483648.0
"""The end of simulated time (s)."""

TIMED_OUT = type("TimedOut", (), {"__repr__": lambda self: "TIMED_OUT", "__bool__": lambda self: False})()
"""Result of `timeout` when the time is over."""


class WaitError(RuntimeError):
    """An invalid use of a wait: never awaited, awaited by two composites, or awaited after it was given up."""


def checked_delay(where, seconds):
    if isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and 0 <= seconds <= MAX_DELAY:
        return seconds
    raise ValueError(f"{where}: expected a number of seconds from 0 to 2^31, got {seconds!r}")


class Wait:
    """Something of the simulation that a task waits for. Await it, return it from `do_motion`, or pass it to `first`,
    `all_of` or `timeout`."""

    must_be_awaited = True

    def __init__(self, task):
        self.task = task
        self.state = "armed"
        self.noticed = False
        self.awaited = False
        self.parent = None
        self.value = None
        if task.killed:
            self.state = "disarmed"
        elif self.must_be_awaited:
            task.unawaited[self] = None

    def describe(self):
        return "a wait"

    @property
    def result(self):
        """The value of a wait that has happened."""
        return self.value

    @property
    def has_happened(self):
        return self.state in ("completed", "delivered")

    def release(self):
        """Removes the source of its completion."""

    def give_back(self):
        """Returns the value to its source; returns whether the wait lost it."""
        return False

    def __await__(self):
        self.task.check_turn(f"await of {self.describe()}")
        if self.state == "disarmed":
            raise WaitError(f"{self.task.name} awaits {self.describe()}, which was given up: it lost a first() or timeout()")
        if self.parent is not None:
            raise WaitError(f"{self.task.name} awaits {self.describe()}, which is part of {self.parent.describe()}: await that")
        self.notice()
        if self.has_happened:
            self.task.pass_at_once(self)
        else:
            self.awaited = True
            yield self
        self.use()
        return self.result

    def complete(self, value, in_order=True):
        """Completes it. In order: authors' code may not run yet, so the task is only scheduled to resume."""
        if self.state != "armed":
            return
        self.state = "completed"
        self.value = value
        if self.parent is not None:
            self.parent.child_completed(self, in_order)
        elif self.awaited:
            if in_order:
                self.task.resume_in_order(self)
            else:
                self.task.resume(self)

    def run(self):
        """The wake-up of the task has reached the head of the queue."""
        self.task.resume(self)

    def use(self):
        if self.state == "completed":
            self.state = "delivered"

    def notice(self):
        self.noticed = True
        self.task.unawaited.pop(self, None)

    def disarm(self):
        if self.state == "armed":
            self.state = "disarmed"
            self.task.unawaited.pop(self, None)
            self.release()

    def forgo(self):
        if self.state == "completed" and self.give_back():
            self.state = "disarmed"

    def join(self, parent):
        if self.state == "disarmed" or self.parent is not None or self.awaited:
            why = "was given up" if self.state == "disarmed" else "is awaited elsewhere already"
            raise WaitError(f"{self.describe()} cannot be part of {parent.describe()}: it {why}")
        self.parent = parent
        self.notice()

    def leave(self, composite):
        if self.parent is not None and self.parent is not composite:
            return
        self.parent = None
        if self.state == "armed":
            self.disarm()
        else:
            self.forgo()


class Completion(Wait):
    """Something in progress that continues whether it is awaited or not, and that other code settles."""

    must_be_awaited = False

    def __init__(self, task, label):
        super().__init__(task)
        self.label = label

    def describe(self):
        return self.label

    def settle(self, value=None):
        self.complete(value, True)

    def disarm(self):
        pass


class Reply(Completion):
    """A reading that was requested; not awaiting it is an error."""

    must_be_awaited = True


class Sleep(Wait):
    def __init__(self, task, process, seconds, owner):
        super().__init__(task)
        self.seconds = seconds
        self.timer = process.timer(lambda: self.complete(None, False), f"sleep of {owner}")
        if self.state == "armed":
            self.timer.schedule(seconds)

    def describe(self):
        return f"sleep({self.seconds})"

    def release(self):
        self.timer.cancel()


class Signal:
    """An event that may occur repeatedly; each time, the waiting tasks resume."""

    def __init__(self, name="a signal"):
        self.name = name
        self._waits = {}

    def fire(self, value=None):
        waits, self._waits = self._waits, {}
        for wait in waits:
            wait.complete(value, True)

    def wait(self, task):
        task.check_turn(f"until({self.name})")
        wait = _SignalWait(task, self)
        if wait.state == "armed":
            self._remember(wait)
        return wait

    def forget(self, wait):
        self._waits.pop(wait, None)

    def _remember(self, wait):
        self._waits[wait] = None


class Latch(Signal):
    """An event that occurs once: later waits complete at once."""

    def __init__(self, name="a latch"):
        super().__init__(name)
        self._outcome = None

    @property
    def is_set(self):
        return self._outcome is not None

    def fire(self, value=None):
        if self._outcome is None:
            self._outcome = (value,)
            super().fire(value)

    def _remember(self, wait):
        if self._outcome is None:
            super()._remember(wait)
        else:
            wait.complete(self._outcome[0], True)


class _SignalWait(Wait):
    def __init__(self, task, signal):
        super().__init__(task)
        self.signal = signal

    def describe(self):
        return f"until({self.signal.name})"

    def release(self):
        self.signal.forget(self)


class Mailbox:
    """A queue of items. Each item is taken once, in order, by the task that has waited longest."""

    def __init__(self, name="a mailbox"):
        self.name = name
        self._items = deque()
        self._takers = {}
        self._numbers = 0

    def __len__(self):
        return len(self._items)

    def put(self, value):
        self._numbers += 1
        self._hand_over((self._numbers, value)) or self._items.append((self._numbers, value))

    def wait(self, task):
        task.check_turn(f"take({self.name})")
        take = _Take(task, self)
        if take.state == "armed":
            if self._items:
                take.receive(self._items.popleft())
            else:
                self._takers[take] = None
        return take

    def put_back(self, item):
        """Returns the item of a take that was given up; the next take gets it, as if it had never been taken."""
        if self._hand_over(item):
            return
        self._items.append(item)
        self._items = deque(sorted(self._items, key=lambda each: each[0]))

    def forget(self, take):
        self._takers.pop(take, None)

    def _hand_over(self, item):
        for take in self._takers:
            del self._takers[take]
            take.receive(item)
            return True
        return False


class _Take(Wait):
    def __init__(self, task, mailbox):
        super().__init__(task)
        self.mailbox = mailbox
        self.item = None

    def receive(self, item):
        self.item = item
        self.complete(item[1], True)

    def describe(self):
        return f"take({self.mailbox.name})"

    def release(self):
        self.mailbox.forget(self)

    def give_back(self):
        self.mailbox.put_back(self.item)
        return True


class _Composite(Wait):
    def __init__(self, label, parts):
        if not parts:
            raise WaitError(f"{label}() needs at least one wait, or it would wait forever")
        for part in parts:
            if not isinstance(part, Wait):
                raise WaitError(f"{label}(): expected waits of the simulation, got {type(part).__name__}")
            if part.task is not parts[0].task:
                raise WaitError(f"{label}(): a task can only wait for its own waits")
        if len(set(map(id, parts))) < len(parts):
            raise WaitError(f"{label}() was given the same wait twice")
        parts[0].task.check_turn(f"{label}()")
        self.label = label
        self.parts = parts
        super().__init__(parts[0].task)
        if self.task.killed:
            return
        for part in parts:
            part.join(self)
        # Some parts may have happened already, such as a message that was waiting.
        for part in parts:
            if self.state == "armed" and part.has_happened:
                self.child_completed(part, True)

    def describe(self):
        return f"{self.label}({', '.join(part.describe() for part in self.parts)})"

    def use(self):
        super().use()
        for part in self.parts:
            part.use()

    def release(self):
        self.dismiss(None)

    def give_back(self):
        self.dismiss(None)
        return True

    def dismiss(self, winner):
        # Armed parts leave first, so that none of them receives a value that another part gives back.
        for part in self.parts:
            if part.state == "armed":
                part.leave(self)
        for part in self.parts:
            if part is not winner:
                part.leave(self)
        if winner is not None:
            winner.parent = None


class _First(_Composite):
    def child_completed(self, child, in_order):
        index = next(number for number, part in enumerate(self.parts) if part is child)
        self.dismiss(child)
        self.complete((index, child.result), in_order)


class _All(_Composite):
    def child_completed(self, child, in_order):
        if all(part.has_happened for part in self.parts):
            for part in self.parts:
                part.parent = None
            self.complete([part.result for part in self.parts], in_order)


class _Timeout(_Composite):
    def child_completed(self, child, in_order):
        self.dismiss(child)
        self.complete(child.result if child is self.parts[0] else TIMED_OUT, in_order)


def first(*waits):
    """The first of several waits to happen, as (index, value). The others are given up at the same instant."""
    return _First("first", waits)


def all_of(*waits):
    """All of several waits, with their values in the given order."""
    return _All("all_of", waits)


def timeout(wait, seconds):
    """A wait that is given up after some simulated seconds; its value is then TIMED_OUT."""
    return _Timeout("timeout", (wait, wait.task.sleep(seconds)))
