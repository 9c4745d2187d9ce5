"""A robot of the Cooperative Robotics Simulator in Python 3, without dependencies.

Covers: the robot protocol, line by line. Scenario: goes ahead, turns away from what it comes near to, tags what is warm.
After kineko serve one-robot.xml: python3 robot.py r1 [steps] [host] [port]
"""
import json, os, socket, sys


class Robot:
    def __init__(self, name, host, port):
        connection = socket.create_connection((host, port))
        # Two files: one for both directions loses what it has read ahead when something is written.
        self.reader = connection.makefile("r", encoding="utf-8", newline="\n")
        self.writer = connection.makefile("w", encoding="utf-8", newline="\n")
        self.messages = []
        self.say({"name": name, **({"token": os.environ["KINEKO_TOKEN"]} if "KINEKO_TOKEN" in os.environ else {})})
        self.millis = self.hear()["timeStepMillis"]

    def say(self, *lines):
        """In one piece: after a small write the network may wait for a while before it sends the next."""
        self.writer.write("".join(json.dumps(line) + "\n" for line in lines))
        self.writer.flush()

    def hear(self):
        line = json.loads(self.reader.readline() or '{"error": "the environment has ended"}')
        if "error" in line:
            sys.exit(line["error"])
        return line

    def until(self, key):
        """The next line that has such a member; messages on the way there are kept."""
        while key not in (line := self.hear()):
            self.messages += [line["message"]] if "message" in line else []
        return line

    def step(self, *requests):
        """Waits for the step, sends its requests, and returns what the sensors say, in the order of the questions."""
        self.until("timestep")
        said = requests or [{"type": "NOPEVENT"}]
        self.say(*({**request, "last": i == len(said) - 1} for i, request in enumerate(said)))
        return [self.until("mResponseType") for request in requests if request["type"] == "SENSOREVENT"]


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
