"""A Chirp, from Python: one file, nothing but the standard library.

    from chirp import Chirp
    robot = Chirp(0)
    while True:
        ahead = robot.distances()[0]
        robot.set_speed(20, 20 if ahead > 10 else -20)
        robot.pause()

A library for the hardware has the same class: a controller changes its import and nothing else.
"""

import os
import socket
import time
from urllib.parse import quote, unquote

FRAME_SECONDS = 0.016
PATIENCE_SECONDS = 1.0
ATTEMPTS = 15


class ChirpError(Exception):
    """The simulator has refused a request, or does not answer."""


class Chirp:
    """One robot. Distances and speeds are in units; a Chirp is 10 units across."""

    def __init__(self, robot, host=None, port=None):
        self.robot = int(robot)
        self._address = (
            host or os.environ.get("CHIRP_HOST", "127.0.0.1"),
            int(port or os.environ.get("CHIRP_PORT", 37875)),
        )
        self._token = os.environ.get("CHIRP_TOKEN")
        self._in_lockstep = os.environ.get("CHIRP_LOCKSTEP") == "1"
        self._pushed = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        # In lock-step an answer may take as long as the slowest of the others.
        self._socket.settimeout(None if self._in_lockstep else PATIENCE_SECONDS)

    def set_speed(self, left, right):
        """Speeds of the wheels, in units a second, until further notice."""
        self._ask("setspeed {} {}".format(float(left), float(right)))

    def distances(self):
        """Eight, from the rim: straight ahead, then every 45 degrees anticlockwise; 40 where nothing is."""
        return self._numbers("getsensors")

    def light(self):
        """Eight values, at the places of the distance sensors; so are heat and gas."""
        return self._numbers("getsensors light")

    def heat(self):
        return self._numbers("getsensors heat")

    def gas(self):
        return self._numbers("getsensors gas")

    def line(self):
        """Whether the left, the middle and the right sensor ahead are above a line."""
        return [value == 1.0 for value in self._numbers("getsensors line")]

    def send(self, text, sensor=None):
        """To the robots that all sensors see, or one of them (1 to 8) does."""
        what = "sendmessage" if sensor is None else "sendmessageon {}".format(sensor)
        self._ask("{} {}".format(what, quote(text)), attempts=1)

    def messages(self):
        """What has come since the last call: pairs of the sender's id and the text."""
        found, self._pushed = self._pushed, []
        while True:
            count, *letters = self._ask("getmessages", attempts=1)
            found.extend(_letter(text) for text in letters)
            if count == "0":
                return found

    def subscribe(self):
        """From now on messages come by themselves; messages() still gives them."""
        self._ask("subscribe")

    def pause(self, seconds=FRAME_SECONDS):
        """Until the next round; in lock-step the simulator sees to that."""
        if not self._in_lockstep:
            time.sleep(seconds)

    def close(self):
        self._socket.close()

    def _numbers(self, request):
        return [float(word) for word in self._ask(request)]

    def _ask(self, request, attempts=ATTEMPTS):
        """The words behind "ok". Datagrams may be lost: what can be said twice is."""
        text = "{} {}".format(self.robot, request)
        if self._token:
            text = "{} {}".format(self._token, text)
        for _ in range(attempts):
            try:
                self._socket.sendto(text.encode("ascii"), self._address)
                return self._answer(request)
            except (socket.timeout, ConnectionError):
                continue
        raise ChirpError("the simulator at {}:{} does not answer".format(*self._address))

    def _answer(self, request):
        while True:
            word, *rest = self._socket.recv(4096).decode("ascii").split(" ")
            if word == "message":
                self._pushed.append(_letter(rest[0]))
            elif word == "ok":
                return rest
            else:
                raise ChirpError("{} {}: {}".format(self.robot, request, " ".join(rest)))


def _letter(text):
    sender, _, content = text.partition(":")
    return int(sender), unquote(content)
