"""The same algorithm as mirror.ts."""

import kineko
from kineko import TIMED_OUT, AbstractAlgorithm, Latch, Mailbox, all_of, centroid, first, timeout


class Wander(AbstractAlgorithm):
    async def do_motion(self):
        x, y = await self.gps.get_self_position()
        dx, dy = self.random_stream.uniform(-5, 5), self.random_stream.uniform(-5, 5)
        return self.actuator.move_to((x + dx, y + dy), 4, 180)


class Mirror(AbstractAlgorithm):
    def __init__(self, robot):
        super().__init__(robot)
        self.told = Latch("told")
        self.box = Mailbox("numbers")
        self.ticks = self.met = self.rounds = 0
        self.handlers = {"PING": self.on_ping, "TOLD": lambda *_: self.told.fire()}

    def on_ping(self, n, sender, message):
        self.send(sender, "PONG", {"n": n, "at": self.clock, "deep": {"list": [1, 2.5, "three", None, True]}})
        self.box.put(n)

    async def do_motion(self):
        number = self.robot.id
        self.rounds += 1
        if number <= 1:
            await self.motions()
        elif number <= 3:
            await self.sensors()
        elif number <= 5:
            await self.messages()
        else:
            await self.nested()

    def is_finished(self):
        return self.robot.id == 7 and self.rounds >= 3

    async def motions(self):
        actuator = self.actuator
        await actuator.forward(3, 2 + self.random())
        await actuator.turn(45, -90)
        await actuator.arc(2, 30, duration=1.5)
        await actuator.drive(1, 1.5, 0.5, duration=2)
        await actuator.follow("2 * t", "t", 2)
        outcome = await timeout(actuator.move_to((30 * self.random(), 30), 4, 90), 3)
        if outcome is TIMED_OUT:
            actuator.stop()
        else:
            self.note("ended", [outcome.status, outcome.at, outcome.pose.x, outcome.pose.y, outcome.pose.heading])

    async def sensors(self):
        if self.rounds == 1:
            self.proximity_sensor.activate(6, self.on_near, interval=0.5)
            self.contact_sensor.activate(lambda parties: self.note("touched", [each.id for each in parties]))
        here = await self.gps.get_self_position(0.5)
        heading = await self.compass.get_heading(1)
        everyone = await self.gps.get_all_position()
        seen = await self.view_sensor.get_robots_in_view(self.parameters.number("reach", 1))
        rays = await self.ring_sensor.get_distances(8, 20)
        ahead = await self.sonar_sensor.get_distance(15, direction=10, opening_angle=20)
        centre = centroid(everyone)
        self.note("read", [*here, heading, *centre, [each.x for each in seen], rays, ahead])
        self.logger.info(f"saw {len(seen)}")
        self.tag(f"met {self.met}")
        dx, dy = 20 * (self.random() - 0.5), 20 * (self.random() - 0.5)
        await self.actuator.move_to((here.x + dx, here.y + dy), 5, 120)

    def on_near(self, seen):
        self.met += len(seen)
        self.note("near", [[each.bearing, each.distance] for each in seen])
        self.actuator.turn(90, 30 + self.met)

    async def messages(self):
        if self.rounds == 1:
            self.robot.timer(self.tick, "tick").every(3)
        self.broadcast("PING", self.robot.random("own").integer(1, 100))
        answer = await self.receive(1 + self.random())
        index, _ = await first(self.wait_for(self.box), self.sleep(0.7))
        heard = [None, None] if answer is None else [answer.sender, answer.content]
        self.note("heard", [*heard, index, self.clock, self.ticks])
        if self.robot.id == 4:
            await self.wait_for(self.told)
        await all_of(self.actuator.forward(2, 1), self.sleep(self.random_stream.exponential(0.2)))

    def tick(self):
        self.ticks += 1
        self.broadcast("TOLD")

    async def nested(self):
        await self.run(Wander).for_seconds(2.5)
        await self.run(Wander).times(2)
        await self.run(Wander).until(self.sleep(1 + abs(self.random_stream.normal(0, 0.1))))
        if self.robot.id == 6 and self.clock > 15:
            self.robot.timer(lambda: self.robot.recover()).schedule(2)
            self.robot.crash()
            await self.actuator.forward(1, 1)


if __name__ == "__main__":
    kineko.main(Mirror)
