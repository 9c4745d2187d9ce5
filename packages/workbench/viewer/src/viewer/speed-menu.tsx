/** How fast the run goes, or the page plays it again. */
import { PACES } from './store.js';
import { canBeFastest, isLocked, setSpeed, speed } from './transport.js';

const FASTEST = 'fastest';

export function SpeedMenu() {
  const chosen = speed.value;
  // A visualization file, or whoever started the run, may ask for any.
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
