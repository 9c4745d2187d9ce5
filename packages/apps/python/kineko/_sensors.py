"""Sensors for algorithms: readings are awaited, and angles are degrees."""

from ._robot import positions
from ._values import ANGLE, DEGREE, OPENING, Reading, fits, reduced_degrees
from ._waits import Reply


def _unchanged(value):
    if isinstance(value, list):
        return [_unchanged(item) for item in value]
    return Reading(value) if isinstance(value, dict) else value


def _in_degrees(readings):
    return [Reading(each, bearing=reduced_degrees(each["bearing"] / DEGREE)) for each in readings]


class Sensor:
    """Any sensor: `await ask(request)` gives a reading."""

    def __init__(self, host, name):
        self._host = host
        self.name = name

    def ask(self, **request):
        """Requests a reading."""
        return self._ask(request, _unchanged)

    def _ask(self, request, convert):
        host = self._host
        task = host.task
        robot = host.robot

        def on_reply(value):
            robot.notify(lambda: reply.settle(convert(value)))

        robot.ask_sensor(self.name, request, on_reply)
        # Created after the request, which may be refused.
        reply = Reply(task, f"reply of sensor '{self.name}'")
        return reply

    def _check(self, name, value, quantity):
        if not fits(value, quantity):
            robot = self._host.robot.id
            raise ValueError(f"robot {robot}, sensor '{self.name}': {name}: expected {quantity.what}, got {value!r}")


class PushSensor(Sensor):
    """A sensor that can also notify the algorithm, which interrupts the current motion."""

    _number = None

    def activate(self, handler=None, interval=None, exact=None, interrupts_motion=None, **request):
        """Interrupts the motion and calls the handler whenever the sensor fires."""
        self._activate(request, _unchanged, handler, interval, exact, interrupts_motion)

    def deactivate(self):
        """Ends the notifications."""
        number, self._number = self._number, None
        self._host.robot.deactivate(self.name, number)

    @property
    def is_active(self):
        return self._number is not None

    def rest(self):
        """Called when the algorithm no longer runs."""
        if self.is_active:
            self.deactivate()

    def _activate(self, request, convert, handler, interval, exact, interrupts_motion):
        host = self._host
        options = {"interval": interval, "exact": exact, "interruptsMotion": interrupts_motion}
        options = {name: value for name, value in options.items() if value is not None}

        def on_event(value):
            # A crashed robot senses nothing.
            if host.robot.is_crashed:
                return
            before = host.is_handling
            host.is_handling = True
            try:
                if handler is not None:
                    handler(convert(value))
            finally:
                host.is_handling = before

        self._number = host.robot.activate(self.name, request, options, on_event)


class Gps(Sensor):
    """Positions in metres; `error_factor` is the standard deviation of the noise on each coordinate (m)."""

    def get_self_position(self, error_factor=0):
        return self._ask({"who": "self", "errorFactor": error_factor}, lambda own: positions(own)[0])

    def get_all_position(self, error_factor=0):
        """The positions of all robots, this one included, in the order of ids."""
        return self._ask({"who": "all", "errorFactor": error_factor}, positions)


class Compass(Sensor):
    def get_heading(self, error_factor=0):
        """Degrees in [0, 360), anticlockwise from the x axis; `error_factor` is the standard deviation of the noise."""
        return self._ask({"errorFactor": error_factor}, float)


class View(Sensor):
    def get_robots_in_view(self, view_size, **options):
        """The other robots whose centres are at most `view_size` metres away, with x, y, id and tag."""
        return self._ask({"viewSize": view_size, **options}, _unchanged)


class Proximity(PushSensor):
    """Distances from the own centre to the rims of robots and obstacles, and their bearings (degrees)."""

    def get_proximity_view(self, view_size, **options):
        return self._ask({"viewSize": view_size, **options}, _in_degrees)

    def activate(self, view_size, handler=None, interval=None, exact=None, interrupts_motion=None, **options):
        """Interrupts the motion and calls the handler when another robot comes within `view_size` metres. Default:
        checked every simulated second."""
        if interval is None and exact is None:
            interval = 1
        request = {"viewSize": view_size, **options}
        self._activate(request, _in_degrees, handler, interval, exact, interrupts_motion)


class Contact(PushSensor):
    """Robots and obstacles that this robot touches."""

    def get_contacts(self):
        return self._ask({}, _unchanged)

    def activate(self, handler=None, interval=None, exact=None, interrupts_motion=None):
        """Interrupts the motion and calls the handler at each new contact. Default: at the exact instant."""
        if interval is None and exact is None:
            exact = True
        self._activate({}, _unchanged, handler, interval, exact, interrupts_motion)


class Bump(PushSensor):
    """Contacts with their bearings (degrees) within a sector around straight ahead."""

    def get_bumps(self, sector=360):
        self._check("sector", sector, OPENING)
        return self._ask({"sector": sector * DEGREE}, _in_degrees)

    def activate(self, handler=None, sector=360, interval=None, exact=None, interrupts_motion=None):
        """Interrupts the motion and calls the handler at each new contact in the sector. Default: at the exact instant."""
        self._check("sector", sector, OPENING)
        if interval is None and exact is None:
            exact = True
        self._activate({"sector": sector * DEGREE}, _in_degrees, handler, interval, exact, interrupts_motion)


class Sonar(Sensor):
    def get_distance(self, range, direction=0, opening_angle=0, **options):
        """The distance to the nearest robot or obstacle in a beam; None if there is none within `range` metres."""
        self._check("direction", direction, ANGLE)
        self._check("opening_angle", opening_angle, OPENING)
        angles = {"direction": direction * DEGREE, "openingAngle": opening_angle * DEGREE}
        return self._ask({"range": range, **options, **angles}, _unchanged)


class Ring(Sensor):
    def get_distances(self, rays, range, **options):
        """The distance along each ray; None if there is nothing within `range` metres. `rays` is the number of rays, or
        their angles in degrees."""
        if not isinstance(rays, int):
            for index, angle in enumerate(rays):
                self._check(f"rays[{index}]", angle, ANGLE)
            rays = [angle * DEGREE for angle in rays]
        return self._ask({"rays": rays, "range": range, **options}, _unchanged)


class Heat(Sensor):
    def get_heat(self):
        """The sum of all sources of heat, each weakened by its distance."""
        return self._ask({}, _unchanged)


class Light(Sensor):
    def get_light(self, **options):
        """The sum of all sources of light, each weakened by its distance."""
        return self._ask(options, _unchanged)
