"""Reads the results of runs into plain lists."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

from ._run import RunFailed, kineko_command
from ._wire import KinekoError


class RunResults:
    """The folder of a run: what `kineko run --out` has written."""

    def __init__(self, folder, command=None):
        self.folder = Path(folder)
        self._command = command
        self._records = None
        path = self.folder / "manifest.json"
        try:
            self.manifest = json.loads(path.read_text(encoding="utf8"))
        except FileNotFoundError:
            raise KinekoError(f"{folder}: expected the folder of a run, with manifest.json") from None
        except ValueError as error:
            raise KinekoError(f"{path}: expected JSON: {error}") from None

    @property
    def seed(self):
        return self.manifest["seed"]

    @property
    def hash(self):
        """Hash of the records; None if the run did not end."""
        return self.manifest.get("hash")

    @property
    def summary(self):
        return self.manifest.get("summary", {})

    @property
    def metrics(self):
        return self.manifest.get("metrics", {})

    @property
    def config(self):
        """The value of each key of the configuration, as text."""
        return {key: entry["value"] for key, entry in self.manifest["config"].items()}

    def records(self, type=None):
        """All records as dicts, or those of one type, such as `motionEnd` (docs/trace.md)."""
        if self._records is None:
            self._records = self._read()
        return [record for record in self._records if type is None or record["type"] == type]

    def frame(self, type=None):
        """The records as a DataFrame of pandas."""
        try:
            import pandas
        except ImportError:
            raise ImportError("frame() needs pandas: pip install pandas; records() gives plain lists") from None
        return pandas.DataFrame(self.records(type))

    def _read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "records.jsonl")
            command = [*kineko_command(self._command), "convert", str(self.folder), path, "--quiet"]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise RunFailed(done.stderr.strip(), done.returncode)
            with open(path, encoding="utf8") as lines:
                read = [json.loads(line) for line in lines]
        # The first line describes the file.
        return [record for record in read if "type" in record and "time" in record]


def read_run(folder, command=None):
    """Reads the folder of a run. `command` starts Kineko, if it is not on the PATH."""
    return RunResults(folder, command)
