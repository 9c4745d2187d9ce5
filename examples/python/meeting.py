"""The same algorithm as meeting.ts."""

import kineko
from kineko import AbstractAlgorithm, centroid


class Meeting(AbstractAlgorithm):
    """Drives to the centroid of the positions that it has heard of."""

    def __init__(self, robot):
        super().__init__(robot)
        self.heard = {}
        self.handlers = {"HERE": self.on_here}

    def on_here(self, place, sender, message):
        self.heard[sender] = place

    async def do_motion(self):
        x, y = await self.gps.get_self_position()
        self.heard[self.robot.id] = {"x": x, "y": y}
        self.broadcast("HERE", {"x": x, "y": y})
        await self.sleep(0.5 + self.random())
        await self.actuator.move_to(centroid(self.heard.values()), 2, 90)


if __name__ == "__main__":
    kineko.main()
