/** For who watches a run: to hold it, to let it go on, and how fast. */
import { isInReach, order, run, togglePaused } from './live.js';
import * as store from './store.js';

/** Simulated seconds per second. */
const SPEEDS: readonly number[] = [0.1, 0.5, 1, 2, 5, 10, 20, 50, 100];
const FASTEST = 'fastest';

export function LiveControls() {
  const { isLive, isFollowingRun } = store;
  if (!isLive.value) return null;
  const { canBeControlled, holder, isPaused, speed } = run.value;
  const isOut = !isInReach.value;
  const speeds = speed === Infinity || SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <>
      <button
        id="follow-run"
        type="button"
        aria-pressed={isFollowingRun.value}
        onClick={() => (isFollowingRun.value = !isFollowingRun.value)}
      >
        live
      </button>
      {canBeControlled && (
        <fieldset class="live" aria-label="the run">
          <button id="hold-run" type="button" disabled={isOut} onClick={() => togglePaused()}>
            {isPaused ? 'Resume the run' : 'Hold the run'}
          </button>
          <button
            id="step-run"
            type="button"
            disabled={isOut || !isPaused}
            onClick={() => order({ type: 'step', events: 1 })}
          >
            One event
          </button>
          <label>
            its speed
            <select
              id="run-speed"
              disabled={isOut}
              value={speed === Infinity ? FASTEST : speed}
              onChange={({ currentTarget: { value } }) =>
                order({ type: 'speed', factor: value === FASTEST ? null : Number(value) })
              }
            >
              {speeds.map((each) => (
                <option key={each} value={each}>
                  × {each}
                </option>
              ))}
              <option value={FASTEST}>as fast as can be</option>
            </select>
          </label>
          {holder === 'another' && <span role="status">another page is in control</span>}
        </fieldset>
      )}
    </>
  );
}
