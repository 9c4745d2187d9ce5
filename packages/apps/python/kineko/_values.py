"""Values that algorithms receive, and checks of those that they pass."""

import math
from typing import NamedTuple

DEGREE = math.pi / 180
_MAX = 1073741824.0


class Position(NamedTuple):
    """A position in metres."""

    x: float
    y: float


class Reading(dict):
    """Plain data whose members are also attributes: `reading.bearing`."""

    __slots__ = ()

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"it has no {name!r}; it has {', '.join(self)}") from None


class Message(NamedTuple):
    """A message: the ids of its sender and its receivers, its type and its content."""

    sender: int
    to: list
    number: int
    protocol: str
    type: str
    content: object


class Quantity(NamedTuple):
    low: float
    high: float
    what: str


SPEED = Quantity(2.0**-30, _MAX, "a number of metres per second above 0 (from 2^-30 to 2^30)")
VELOCITY = Quantity(-_MAX, _MAX, "a finite number of metres per second (from -2^30 to 2^30)")
TURN_SPEED = Quantity(1e-7, 6e7, "a number of degrees per second above 0 (from 1e-7 to 6e7)")
TURN_VELOCITY = Quantity(-6e7, 6e7, "a finite number of degrees per second (from -6e7 to 6e7)")
ANGLE = Quantity(-6e10, 6e10, "a finite number of degrees (from -6e10 to 6e10)")
OPENING = Quantity(0, 360, "degrees from 0 to 360")
COORDINATE = Quantity(-_MAX, _MAX, "a finite number of metres (from -2^30 to 2^30)")
DISTANCE = Quantity(-1.7976931348623157e308, 1.7976931348623157e308, "a finite number of metres")
LENGTH = Quantity(5e-324, 1.7976931348623157e308, "a finite number of metres above 0")
DURATION = Quantity(0, math.inf, "seconds, 0 or more")


def fits(value, quantity):
    try:
        return not isinstance(value, (bool, str)) and quantity.low <= value <= quantity.high
    except TypeError:
        return False


def position_of(place):
    """The coordinates of a pair, of an object with x and y, or of a dict; None if it is none of these."""
    if isinstance(place, dict):
        return (place.get("x"), place.get("y"))
    if hasattr(place, "x") and hasattr(place, "y"):
        return (place.x, place.y)
    try:
        x, y = place
    except (TypeError, ValueError):
        return None
    return (x, y)


def centroid(points):
    """The mean of some positions, with the same bits as `centroid` in TypeScript: rounded once, in any order."""
    pairs = [position_of(point) for point in points]
    if not pairs:
        raise ValueError("centroid: expected at least one point")
    return Position(_mean([x for x, _ in pairs]), _mean([y for _, y in pairs]))


def distance(a, b):
    """The distance of two positions."""
    (ax, ay), (bx, by) = position_of(a), position_of(b)
    return math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))


def _mean(values):
    quotient = math.fsum(values) / len(values)
    rest = math.fsum([*values, *([-quotient] * len(values))])
    return quotient + rest / len(values)


def reduced_degrees(degrees):
    """The same direction in [0, 360)."""
    if 0 <= degrees < 720:
        return (degrees if degrees < 360 else degrees - 360) + 0.0
    if -360 < degrees < 0:
        return 0.0 if degrees + 360 == 360 else degrees + 360
    rest = math.fmod(degrees, 360)
    reduced = rest + 360 if rest < 0 else rest
    return 0.0 if reduced == 360 else reduced + 0.0


def degrees_at(pose):
    degrees = pose.get("degrees")
    return reduced_degrees(pose["heading"] / DEGREE) if degrees is None else float(degrees)
