/** The panel beside the picture: the selected robot and its events, or the events of all. */
import { IconButton } from './icons.js';
import { EventList } from './event-list.js';
import { RobotFacts } from './robot-facts.js';
import * as store from './store.js';

export function RobotPanel() {
  const id = store.selected.value;
  const robot = store.robotNow(id);
  if (id === undefined || robot === undefined) {
    return (
      <section class="panel empty" aria-label="selected robot">
        <p class="hint">Click a robot, or press n, to see what it does.</p>
        <RobotList />
        <EventList owner={undefined} />
      </section>
    );
  }
  return (
    <section class="panel" aria-label={`robot ${id}`}>
      <header>
        <h2 id="robot-title">Robot {id}</h2>
        <label title="keep the robot in the centre (f)">
          <input
            type="checkbox"
            checked={store.isFollowing.value}
            onChange={(event) => (store.isFollowing.value = event.currentTarget.checked)}
          />
          follow
        </label>
        <IconButton icon="close" label="clear the selection" shortcut="Esc" onClick={() => store.select(undefined)} />
      </header>
      <RobotFacts robot={robot} />
      <Distance />
      <EventList owner={id} />
    </section>
  );
}

const MAX_LISTED = 200;

function RobotList() {
  void store.version.value;
  const ids = [...store.scene.value.robots.keys()].slice(0, MAX_LISTED);
  return (
    <ul class="robots">
      {ids.map((id) => (
        <li key={id}>
          <button type="button" aria-label={`robot ${id}`} onClick={() => store.select(id)}>
            {id}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Distance between the selected robot and the one selected before it. */
function Distance() {
  const [a, b] = [store.selected.value, store.partner.value].map(store.robotNow);
  if (a === undefined || b === undefined || a.id === b.id) return null;
  const distance = Math.hypot(a.x - b.x, a.y - b.y);
  return (
    <p class="distance">
      {distance.toFixed(2)} {store.units.value.length} from robot {b.id}
    </p>
  );
}
