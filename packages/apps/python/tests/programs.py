"""Folders and commands of the tests."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from kineko._run import kineko_command

HERE = Path(__file__).parent
MIRROR = HERE / "mirror"
WORLD = """
process.num = {n}
robot.size = 1
robot.algorithm = RandomMovement
world.width = 60
world.height = 60
bornpoint.random = true
ghost_mode = true
simulation.time = 20
seed = 3
"""


def folder(test, files):
    """A folder with some files, removed after the test."""
    place = tempfile.TemporaryDirectory()
    test.addCleanup(place.cleanup)
    for name, text in files.items():
        Path(place.name, name).write_text(text)
    return Path(place.name)


def kineko(*args, cwd=None):
    """Runs the command line; returns the exit code, standard output and standard error."""
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    done = subprocess.run(
        [*kineko_command(), *map(str, args)], cwd=cwd, env=environment, capture_output=True, text=True
    )
    return done.returncode, done.stdout, done.stderr


def python(file):
    """The command that starts a file with this Python."""
    return f'"{sys.executable}" {file}'
