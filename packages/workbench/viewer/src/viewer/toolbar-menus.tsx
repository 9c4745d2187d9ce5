/** Menus and buttons of the toolbar: speed, zoom, and the controls of a live run. */
import { canBeFastest, isLocked, setSpeed, speed, stepRun } from './transport.js';
import { run } from './live.js';
import * as store from './store.js';

const FASTEST = 'fastest';

export function SpeedMenu() {
  const { PACES } = store;
  const chosen = speed.value;
  // A visualization file or the command line may set any speed.
  const speeds = chosen === Infinity || PACES.includes(chosen) ? PACES : [...PACES, chosen].sort((a, b) => a - b);
  return (
    <label>
      speed
      <select
        id="pace"
        disabled={isLocked.value}
        value={chosen === Infinity ? FASTEST : chosen}
        onChange={({ currentTarget: { value } }) => setSpeed(value === FASTEST ? Infinity : Number(value))}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>
            × {each}
          </option>
        ))}
        {canBeFastest.value && <option value={FASTEST}>as fast as possible</option>}
      </select>
    </label>
  );
}

/** Pixels per metre. */
const SCALES: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50];

export function ZoomMenu() {
  const { units } = store;
  const scale = store.view.value.pixelsPerMetre;
  return (
    <label>
      zoom
      <select id="zoom" value="" onChange={(event) => choose(event.currentTarget)}>
        <option value="">{units.value.scale(Number(scale.toPrecision(2)))}</option>
        <option value="fit">all in view</option>
        <option value="larger">larger</option>
        <option value="smaller">smaller</option>
        {SCALES.map((each) => (
          <option key={each} value={each}>
            {units.value.scale(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function choose(select: HTMLSelectElement): void {
  if (select.value === 'fit') store.fitAll();
  else if (select.value === 'larger') store.zoomBy(1.5);
  else if (select.value === 'smaller') store.zoomBy(1 / 1.5);
  else if (select.value !== '') store.zoomTo(Number(select.value));
  // The menu shows the present scale, not the last choice.
  select.value = '';
}

/** Controls of a live run: follow its newest instant, perform one event. */
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
