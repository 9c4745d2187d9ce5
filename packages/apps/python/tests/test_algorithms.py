import unittest

from tests.programs import WORLD, folder, kineko, python

DIVIDES = """
import kineko
class Divides(kineko.AbstractAlgorithm):
    async def do_motion(self):
        await self.sleep(2)
        self.helper()
    def helper(self):
        return 1 / 0
kineko.main()
"""


class Failures(unittest.TestCase):
    def test_an_exception_shows_the_lines_of_the_author(self):
        place = folder(self, {"divides.py": DIVIDES, "x.config": WORLD.format(n=2)})
        code, out, err = kineko("run", "x.config", "--quiet", "--algorithms", python("divides.py"), cwd=place)
        self.assertEqual((code, out), (1, ""), err)
        for text in ("line 8, in helper\n    return 1 / 0", "ZeroDivisionError: division by zero", "p0 Divides"):
            self.assertIn(text, err)
        self.assertNotIn("_tasks.py", err)

    def test_a_program_that_a_person_starts_is_explained(self):
        import subprocess
        import sys

        place = folder(self, {"divides.py": DIVIDES})
        environment = {"PYTHONPATH": str(__file__).rsplit("/", 2)[0]}
        done = subprocess.run(
            [sys.executable, place / "divides.py"], env=environment, capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn('kineko run scenario.config --algorithms "python3 divides.py"', done.stderr)
