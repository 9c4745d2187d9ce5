import unittest

from kineko import AbstractAlgorithm, ActiveProtocol, KinekoError, Run, RunFailed, centroid, read_run
from tests.programs import WORLD, folder


class Gathering(AbstractAlgorithm):
    async def do_motion(self):
        everyone = await self.gps.get_all_position()
        await self.actuator.move_to(centroid(everyone), 3 + 3 * self.random(), 90)


class Stepping(unittest.TestCase):
    def test_the_run_does_not_depend_on_the_steps(self):
        place = folder(self, {"x.config": WORLD.format(n=3)})
        hashes = set()
        for step in ({"dt": 3}, {}):
            with Run(place / "x.config", Gathering, seed=5, out=place / "out", log="trace", settings={"metrics": "spread"}) as run:
                times = [run.now]
                while run.step(**step):
                    self.assertGreaterEqual(run.now, times[-1])
                    times.append(run.now)
            self.assertEqual((run.stopped_by, run.now), ("time", 20))
            hashes.add(run.result["hash"])
            if "dt" in step:
                self.assertEqual(times, [0, 3, 6, 9, 12, 15, 18])
        self.assertEqual(len(hashes), 1)
        results = read_run(place / "out")
        self.assertEqual({results.hash}, hashes)
        self.assertEqual((results.seed, results.config["process.num"]), (5, "3"))
        self.assertEqual(list(results.metrics), ["spread"])
        self.assertEqual(len(results.records("motionRequest")), results.summary["motionRequests"])
        self.assertEqual({record["robot"] for record in results.records("motionRequest")}, {0, 1, 2})

    def test_the_state_can_be_observed_between_steps(self):
        place = folder(self, {"x.config": WORLD.format(n=3)})
        settings = {"metrics": "spread, messages"}
        with Run(place / "x.config", Gathering, settings=settings, properties=["always separation=3"]) as run:
            before = run.metrics["spread"]
            run.step(until=10)
            self.assertLess(run.metrics["spread"], before)
            self.assertEqual(len(run.positions), 3)
            self.assertEqual((run.collisions, run.messages["sent"], run.now), (0, 0, 10))
            run.step(until=19)
            self.assertEqual([each.property for each in run.violated], ["always separation=3"])
            for wrong in ({"dt": -1}, {"until": 3}, {"events": 0}):
                self.assertRaises(ValueError, run.step, **wrong)
        self.assertEqual((run.stopped_by, run.step()), ("interrupted", False))

    def test_errors_of_kineko_are_raised(self):
        place = folder(self, {"x.config": WORLD.format(n=3), "manifest.json": "{"})
        with self.assertRaisesRegex(RunFailed, "unknown property 'speedy'") as caught:
            Run(place / "x.config", properties=["speedy"])
        self.assertEqual(caught.exception.exit_code, 2)
        with self.assertRaisesRegex(KinekoError, "cannot be started"):
            Run(place / "x.config", command=str(place / "no-program"))
        with self.assertRaisesRegex(KinekoError, "manifest.json: expected JSON"):
            read_run(place)
        with self.assertRaisesRegex(KinekoError, "expected the folder of a run"):
            read_run(place / "nothing")


class Token(ActiveProtocol):
    async def run(self):
        for number in range(5):
            self.send((self.robot.id + 1) % self.n, "TOKEN", number)
            message = await self.receive()
            self.note("got", [message.sender, message.content])
        self.shutdown("enough")


class WithoutBodies(unittest.TestCase):
    def test_processes_exchange_messages(self):
        config = "process.num = 4\nnetwork = BasicNetwork\nsimulation.time = 40\nseed = 1\n"
        place = folder(self, {"x.config": config})
        result = Run(place / "x.config", Token).run_to_end()
        self.assertEqual((result["stoppedBy"], result["robots"]), ("shutdown", 0))
        self.assertGreaterEqual(result["messages"]["delivered"], 16)
