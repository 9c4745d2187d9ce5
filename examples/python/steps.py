"""Steps through a run, and prints how far the robots are apart."""

from kineko import Run
from meeting import Meeting

with Run("meeting.config", Meeting, settings={"metrics": "spread"}) as run:
    while run.step(dt=5):
        print(f"t = {run.now:g}: {run.metrics['spread']:.1f} m")
print(run.stopped_by, run.result["hash"])
