"""Moves the robot of an algorithm."""

from ._values import (
    ANGLE,
    COORDINATE,
    DEGREE,
    DISTANCE,
    DURATION,
    LENGTH,
    SPEED,
    TURN_SPEED,
    TURN_VELOCITY,
    VELOCITY,
    fits,
    position_of,
)

_MIN = 2.0**-30


class ActuatorError(ValueError):
    """A motion was requested with an invalid number."""


class Actuator:
    """Distances are metres, speeds metres per second, angles degrees and turn speeds degrees per second; positive angles
    are anticlockwise. A motion starts at once and replaces the current one; await it, or return it from `do_motion`."""

    def __init__(self, robot, host):
        self._robot = robot
        self._host = host

    def forward(self, move_speed, distance):
        """Moves straight ahead; backward if the distance is negative."""
        self._check("forward", "move_speed", move_speed, SPEED)
        self._check("forward", "distance", distance, DISTANCE)
        return self.perform({"kind": "forward", "distance": distance, "speed": move_speed})

    def turn(self, turn_speed, angle):
        """Turns in place by an angle; clockwise if it is negative."""
        self._check("turn", "turn_speed", turn_speed, TURN_SPEED)
        self._check("turn", "angle", angle, ANGLE)
        request = {"kind": "turn", "angle": angle * DEGREE, "turnRate": turn_speed * DEGREE, "degrees": angle}
        return self.perform(request)

    def move_to(self, destination, move_speed, turn_speed):
        """Turns towards a destination, then moves straight to it."""
        place = position_of(destination)
        if place is None:
            raise self._error("move_to", "destination", destination, "a place, (x, y)")
        x, y = place
        self._check("move_to", "x", x, COORDINATE)
        self._check("move_to", "y", y, COORDINATE)
        self._check("move_to", "move_speed", move_speed, SPEED)
        self._check("move_to", "turn_speed", turn_speed, TURN_SPEED)
        request = {"kind": "moveTo", "x": x, "y": y, "speed": move_speed, "turnRate": turn_speed * DEGREE}
        if self._robot.turns_shorter:
            request["shorter"] = True
        return self.perform(request)

    def arc(self, move_speed, turn_speed, duration=None):
        """Moves along a circular arc, by default until the next motion; a negative speed is backward."""
        self._check("arc", "move_speed", move_speed, VELOCITY)
        self._check("arc", "turn_speed", turn_speed, TURN_VELOCITY)
        return self._circle(move_speed, turn_speed * DEGREE, self._lasting("arc", duration))

    def drive(self, left, right, axle, duration=None):
        """Moves along an arc given by the speeds of two wheels and the distance between them."""
        self._check("drive", "left", left, VELOCITY)
        self._check("drive", "right", right, VELOCITY)
        self._check("drive", "axle", axle, LENGTH)
        lasting = self._lasting("drive", duration)
        speed = (left + right) / 2
        turn_rate = (right - left) / axle
        if 0 < abs(speed) < _MIN or 0 < abs(turn_rate) < _MIN:
            return self._circle(speed, turn_rate, lasting)
        return self.perform({"kind": "arc", "left": left, "right": right, "axle": axle, **lasting})

    def follow(self, x, y, duration):
        """Follows the curve x(t), y(t), given by expressions such as "2 * cos(t)", shifted to start at the robot."""
        self._check("follow", "duration", duration, DURATION)
        return self.perform({"kind": "equation", "x": x, "y": y, "duration": duration})

    def perform(self, request):
        """Starts any motion for which there is a motion module."""
        task = self._host.task
        return self._robot.move(request, task, "round" if task.has_turn else self._host.origin_out_of_turn())

    def stop(self):
        """Ends the current motion, if there is one, with the outcome `stopped`."""
        self._robot.stop()

    def _circle(self, speed, turn_rate, lasting):
        speed = 0 if abs(speed) < _MIN else speed
        turn_rate = 0 if abs(turn_rate) < _MIN else turn_rate
        return self.perform({"kind": "arc", "speed": speed, "turnRate": turn_rate, **lasting})

    def _lasting(self, motion, duration):
        if duration is None:
            return {}
        self._check(motion, "duration", duration, DURATION)
        return {"duration": duration}

    def _check(self, motion, name, value, quantity):
        if not fits(value, quantity):
            raise self._error(motion, name, value, quantity.what)

    def _error(self, motion, name, value, what):
        return ActuatorError(f"{self._robot.name}, {motion}: {name}: expected {what}, got {value!r}")
