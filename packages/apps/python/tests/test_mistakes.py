"""Mistakes of authors are explained where they happen."""

import unittest

from kineko import AbstractAlgorithm, ActuatorError, OutOfTurnError, RequestRefused, WaitError, first, timeout
from tests.fake_engine import FakeEngine


class Mistakes(unittest.TestCase):
    def check(self, error, message, do_motion, refuse=None):
        wrong = type("Wrong", (AbstractAlgorithm,), {"do_motion": do_motion})
        with self.assertRaisesRegex(error, message) as caught:
            FakeEngine(wrong, refuse).run(10)
        self.assertEqual(caught.exception.kineko_task if error is not OutOfTurnError else "p0 Wrong", "p0 Wrong")

    def test_a_round_that_never_waits(self):
        async def do_motion(self):
            pass

        self.check(WaitError, "returned 1000 times without waiting for anything: missing await", do_motion)

    def test_a_wait_of_another_event_loop(self):
        async def do_motion(self):
            await Foreign()

        self.check(WaitError, "expected a motion, a reading, a message or another wait of the simulation", do_motion)

    def test_a_wait_that_was_given_up(self):
        async def do_motion(self):
            loser = self.sleep(2)
            await first(self.sleep(1), loser)
            await timeout(loser, 1)

        self.check(WaitError, r"sleep\(2\) cannot be part of timeout.*: it was given up", do_motion)

    def test_a_wait_in_a_timer(self):
        async def do_motion(self):
            self.robot.timer(lambda: self.sleep(1)).schedule(1)
            await self.sleep(3)

        self.check(OutOfTurnError, "p0 Wrong called .* out of its turn: handlers and timers cannot wait", do_motion)

    def test_an_invalid_number(self):
        async def do_motion(self):
            await self.actuator.forward(-1, 2)

        self.check(ActuatorError, "p0, forward: move_speed: expected a number .* above 0 .* got -1", do_motion)

    def test_a_place_that_is_none(self):
        async def do_motion(self):
            await self.actuator.move_to(5, 1, 90)

        self.check(ActuatorError, r"p0, move_to: destination: expected a place, \(x, y\), got 5", do_motion)

    def test_a_reading_that_is_not_awaited(self):
        async def do_motion(self):
            self.gps.get_self_position()
            await self.sleep(1)

        self.check(WaitError, "its round ended while its reply of sensor 'gps' was not awaited: missing await", do_motion)

    def test_a_request_that_the_engine_refuses(self):
        async def do_motion(self):
            await self.sensor("nose").ask(range=3)

        refuse = lambda request: "p0 has no sensor 'nose'" if request["do"] == "ask" else None
        self.check(RequestRefused, "p0 has no sensor 'nose'", do_motion, refuse)

    def test_an_invalid_delay(self):
        async def do_motion(self):
            await self.sleep("1")

        self.check(ValueError, "expected a number of seconds from 0 to 2\\^31, got '1'", do_motion)

    def test_nothing_to_do(self):
        class Empty(AbstractAlgorithm):
            pass

        with self.assertRaisesRegex(NotImplementedError, "Empty: expected a method do_motion"):
            FakeEngine(Empty).run(1)


class Foreign:
    def __await__(self):
        yield "a future"
