"""Covers: messages, things that can be pushed.

Scenario: one robot alone cannot move the box. Each drives up to it, tells those it sees that it is there, and pushes
when it has heard the same of the other.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from chirp import Chirp  # noqa: E402

TOUCHING = 0.5
robot = Chirp(sys.argv[1])
others_ready = False

while True:
    ahead = robot.distances()[0]
    others_ready = others_ready or any(text == "ready" for _, text in robot.messages())
    if ahead > TOUCHING and not others_ready:
        robot.set_speed(10, 10)
    elif others_ready:
        robot.send("ready")
        robot.set_speed(15, 15)
    else:
        robot.send("ready")
        robot.set_speed(0, 0)
    robot.pause()
