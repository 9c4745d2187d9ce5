"""Covers: line sensors. Follows a line on the ground, by which of three sensors sees it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from chirp import Chirp  # noqa: E402

robot = Chirp(sys.argv[1])
last_seen = 0

while True:
    left, middle, right = robot.line()
    if left and not right:
        last_seen = 1
    elif right and not left:
        last_seen = -1
    elif middle:
        last_seen = 0
    if last_seen == 0:
        robot.set_speed(12, 12)
    else:
        robot.set_speed(6 - 4 * last_seen, 6 + 4 * last_seen)
    robot.pause()
