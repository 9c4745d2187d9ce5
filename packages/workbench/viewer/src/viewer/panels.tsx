/** The panels beside the picture: the selected robot and its log. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { RobotFacts } from './robot-facts.js';
import { countWhile } from '../scene/search.js';
import * as store from './store.js';

export function RobotPanel() {
  const id = store.selected.value;
  const robot = store.robotNow(id);
  if (id === undefined || robot === undefined) {
    return (
      <section class="panel empty" aria-label="selected robot">
        <p class="hint">Click a robot, or press n, to see what it does.</p>
        <RobotList />
      </section>
    );
  }
  return (
    <section class="panel" aria-label={`robot ${id}`}>
      <header>
        <h2 id="robot-title">Robot {id}</h2>
        <label>
          <input
            type="checkbox"
            checked={store.isFollowing.value}
            onChange={(event) => (store.isFollowing.value = event.currentTarget.checked)}
          />
          follow
        </label>
        <button type="button" onClick={() => store.select(undefined)} aria-label="clear the selection">
          ✕
        </button>
      </header>
      <RobotFacts robot={robot} />
      <Distance />
      <Log id={id} />
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

/** Lines shown on either side of the present one. */
const AROUND = 60;

function Log({ id }: { readonly id: number }) {
  const list = useRef<HTMLOListElement>(null);
  void store.version.value;
  const known = store.lines.value?.around(id, store.time.value, store.span.value.end) ?? [];
  const lines = known.filter(({ text }) => text !== '');
  const present = countWhile(lines.length, (k) => lines[k]!.time <= store.time.value) - 1;
  const from = Math.max(0, present - AROUND);
  useLayoutEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (item) keepInSight(list.current!, item);
  }, [present, id]);
  return (
    <ol class="log" ref={list} aria-label="log lines">
      {lines.slice(from, present + AROUND).map((line, index) => (
        <li key={from + index} aria-current={from + index === present ? 'true' : undefined}>
          <button type="button" onClick={() => store.goTo(line.time)}>
            {line.text}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls only the list, not the panel around it. */
function keepInSight(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const least = offsetTop + offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(Math.max(list.scrollTop, least), offsetTop);
}
