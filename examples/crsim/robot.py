"""A robot of the Cooperative Robotics Simulator in Python 3, without dependencies.

Covers: the robot protocol, line by line. Scenario: goes ahead, turns away from what it bumps into or comes near to,
and tags what is warm. Start the environment first (kineko serve one-robot.xml), then: python3 robot.py r1 [steps] [host] [port]
"""
import json
import os
import socket
import sys


class Robot:
    def __init__(self, name, host, port, token=None):
        self.lines = socket.create_connection((host, port)).makefile("rw", encoding="utf-8", newline="\n")
        self.say({"name": name, **({"token": token} if token else {})})
        self.millis = self.hear()["timeStepMillis"]
        self.messages = []

    def say(self, line):
        self.lines.write(json.dumps(line) + "\n")
        self.lines.flush()

    def hear(self):
        line = self.lines.readline()
        if not line:
            raise EOFError("the environment has ended")
        return json.loads(line)

    def step(self, *requests):
        """Waits for the step, sends its requests, and returns what the sensors say, in the order of the questions."""
        while "timestep" not in (line := self.hear()):
            self.note(line)
        for i, request in enumerate(requests or [{"type": "NOPEVENT"}]):
            self.say({**request, "last": i >= len(requests) - 1})
        wanted = sum(request["type"] == "SENSOREVENT" for request in requests)
        responses = []
        while len(responses) < wanted:
            line = self.hear()
            responses.append(line) if "mResponseType" in line else self.note(line)
        return responses

    def note(self, line):
        if "error" in line:
            raise RuntimeError(line["error"])
        if "message" in line:
            self.messages.append(line["message"])


def act(action, amount):
    return {"type": "ACTIONEVENT", "messageAction": action, "messageAmount": amount}


def ask(action, sensor):
    return {"type": "SENSOREVENT", "messageAction": action, "sensorid": sensor}


if __name__ == "__main__":
    name, steps, host, port = (sys.argv[1:] + [None] * 4)[:4]
    robot = Robot(name, host or os.environ.get("KINEKO_HOST", "127.0.0.1"), int(port or os.environ.get("KINEKO_PORT", 8000)))
    for _ in range(int(steps or 100)):
        bump, heat, sonar = robot.step(act("MOVE", 0.5), ask("BUMPER", 0), ask("HEAT", 1), ask("SONAR", 2))
        if bump["activated"] or sonar["proximity"] < 2:
            robot.step(act("TURNLEFT", 0.8), *([act("TAG", 5)] if heat["proximity"] > 30 else []))
