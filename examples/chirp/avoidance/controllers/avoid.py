"""Covers: distance sensors. Goes straight, and turns away from whatever is near."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from chirp import Chirp  # noqa: E402

NEAR = 12
robot = Chirp(sys.argv[1])
turning = 0

while True:
    ahead, left_ahead, _, _, _, _, _, right_ahead = robot.distances()
    if min(ahead, left_ahead, right_ahead) > NEAR:
        turning = 0
    elif turning == 0:
        # Away from the nearer side, and no change of mind until the way is free.
        turning = -1 if left_ahead < right_ahead else 1
    if turning == 0:
        robot.set_speed(20, 20)
    else:
        robot.set_speed(-10 * turning, 10 * turning)
    robot.pause()
