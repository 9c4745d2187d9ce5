"""ChirpSim's random controller, for n robots: random speeds and a look at the sensors, every 16 ms.

    python3 runbots.py 200
"""

import os
import random
import socket
import sys
import threading
import time

HOST = os.environ.get("CHIRP_HOST", "127.0.0.1")
PORT = int(os.environ.get("CHIRP_PORT", 37875))
MIN_SPEED = -10
MAX_SPEED = 30


def ask(s, text):
    s.sendto(text.encode("ascii"), (HOST, PORT))
    return s.recv(1024)


def runbot(robot):
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.settimeout(1)
    while True:
        left = random.randint(MIN_SPEED, MAX_SPEED)
        right = random.randint(MIN_SPEED, MAX_SPEED)
        try:
            ask(s, "{0} setspeed {1} {2}".format(robot, left, right))
            ask(s, "{0} getsensors".format(robot))
        except OSError:
            pass  # lost, or nobody there yet: the next round comes anyway
        time.sleep(0.016)


if __name__ == "__main__":
    count = int(sys.argv[1] if len(sys.argv) > 1 else input("How many robots? "))
    for each in range(count):
        threading.Thread(target=runbot, args=(each,), daemon=True).start()
    while True:
        time.sleep(1)
