/** What only a live run has: to stay at its newest instant, and to do one event. */
import { run } from './live.js';
import * as store from './store.js';
import { isLocked, stepRun } from './transport.js';

export function LiveControls() {
  const { isLive, isFollowingRun } = store;
  if (!isLive.value) return null;
  const { canBeControlled, holder, isPaused } = run.value;
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
        <button id="step-run" type="button" disabled={isLocked.value || !isPaused} onClick={stepRun}>
          One event
        </button>
      )}
      {holder === 'another' && <span role="status">another page is in control</span>}
    </>
  );
}
