"""An engine without a world: it keeps the events of one robot, and answers its requests."""

from kineko._program import Program


class FakeEngine:
    def __init__(self, algorithm, refuse=None):
        self.program = Program(self, [algorithm])
        self._refuse = refuse or (lambda request: None)
        self._events = []
        self._answers = []
        self._number = 0

    def run(self, until):
        """Runs an algorithm up to a time; raises its error."""
        key = next(iter(self.program._classes))
        self._call("create", 0, key=key, n=2, radius=1, turnsShorter=False)
        self._call("launch", 0, id="algorithm", guarantees=[])
        while self._events:
            self._events.sort()
            time, _, event = self._events.pop(0)
            if time > until:
                return
            self._call("fire", time, id=event)

    # The channel of the program.

    def tell(self, message):
        if message["do"] == "at":
            self._number += 1
            self._events.append((message["time"], self._number, message["id"]))

    def send(self, message):
        problem = self._refuse(message)
        self._answers.append({"ok": None} if problem is None else {"error": {"name": "Error", "message": problem}})

    def receive(self):
        return self._answers.pop(0)

    def _call(self, call, now, **content):
        self.program.answer({"call": call, "now": now, "robot": 0, **content})
