/** What stands beside the picture: the chosen robot, its log, layers, help. */
import { useEffect, useRef } from 'preact/hooks';
import type { Coloring } from '../render/style.js';
import { KEYS } from './keys.js';
import * as store from './store.js';

const degrees = (radians: number): string =>
  `${((((radians * 180) / Math.PI) % 360) + 360).toFixed(1).replace(/^3[6-9]\d|^[4-7]\d\d/, (text) => String(Number(text) - 360))}°`;

export function RobotPanel() {
  const id = store.selected.value;
  const robot = store.robotNow(id);
  if (id === undefined || robot === undefined) {
    return (
      <section class="panel" aria-label="chosen robot">
        <p class="hint">Click a robot, or press n, to see what it does.</p>
        <RobotList />
      </section>
    );
  }
  const suspects = store.scene.value.suspectedBy(id, store.time.value);
  const inbox = store.frame.value.messages.filter(({ to }) => to === id).length;
  const rows: (readonly [string, string])[] = [
    ['place', `${robot.x.toFixed(3)}, ${robot.y.toFixed(3)} m`],
    ['heading', degrees(robot.heading)],
    ['state', robot.state],
    ['goes to', robot.destination ? `${robot.destination.x.toFixed(1)}, ${robot.destination.y.toFixed(1)}` : 'nowhere'],
    ['tag', robot.tag || 'none'],
    ['on the way to it', `${inbox} messages`],
    ...(suspects.length > 0 ? [['suspected by', suspects.map((each) => `p${each}`).join(', ')] as const] : []),
  ];
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
        <button type="button" onClick={() => store.select(undefined)} aria-label="choose nobody">
          ✕
        </button>
      </header>
      <dl id="robot-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Distance />
      <Log id={id} />
    </section>
  );
}

function RobotList() {
  void store.version.value;
  const ids = firstOf(store.scene.value.robots.keys(), 200);
  return (
    <ul class="robots">
      {ids.map((id) => (
        <li key={id}>
          <button type="button" onClick={() => store.select(id)}>
            {id}
          </button>
        </li>
      ))}
    </ul>
  );
}

function firstOf(ids: Iterable<number>, most: number): number[] {
  const first: number[] = [];
  for (const id of ids) {
    if (first.length === most) break;
    first.push(id);
  }
  return first;
}

/** Between the chosen robot and the one chosen before it. */
function Distance() {
  const [a, b] = [store.selected.value, store.partner.value].map(store.robotNow);
  if (a === undefined || b === undefined || a.id === b.id) return null;
  const metres = Math.hypot(a.x - b.x, a.y - b.y);
  return (
    <p class="distance">
      {metres.toFixed(2)} m from robot {b.id}
    </p>
  );
}

/** So many lines around the present one are shown. */
const AROUND = 60;

function Log({ id }: { readonly id: number }) {
  const list = useRef<HTMLOListElement>(null);
  void store.version.value;
  const lines = store.lines.value?.around(id, store.time.value, store.span.value.end) ?? [];
  const present = lastAtMost(lines, store.time.value);
  const from = Math.max(0, present - AROUND);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
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

function lastAtMost(lines: readonly { readonly time: number }[], t: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]!.time <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const COLORINGS: readonly (readonly [Coloring, string])[] = [
  ['number', 'number'],
  ['tag', 'tag'],
  ['state', 'state'],
  ['one', 'one colour'],
];

export function LayersDialog() {
  const { layers, coloring, labels, trailSeconds } = store.style.value;
  return (
    <section class="dialog" role="dialog" aria-label="layers">
      <header>
        <h2>Layers</h2>
        <button type="button" onClick={() => (store.dialog.value = 'none')} aria-label="close">
          ✕
        </button>
      </header>
      <ul>
        {layers.toReversed().map(({ name, isVisible, opacity }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={isVisible}
                onChange={(event) => store.setLayer(name, { isVisible: event.currentTarget.checked })}
              />
              {name}
            </label>
            <input
              type="range"
              min="0"
              max="1"
              step="0.05"
              value={opacity}
              aria-label={`opacity of ${name}`}
              onInput={(event) => store.setLayer(name, { opacity: Number(event.currentTarget.value) })}
            />
            <button type="button" onClick={() => store.raiseLayer(name, 1)} aria-label={`${name} up`}>
              ↑
            </button>
            <button type="button" onClick={() => store.raiseLayer(name, -1)} aria-label={`${name} down`}>
              ↓
            </button>
          </li>
        ))}
      </ul>
      <label>
        colour by
        <select
          value={coloring}
          onChange={(event) =>
            (store.style.value = { ...store.style.value, coloring: event.currentTarget.value as Coloring })
          }
        >
          {COLORINGS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        labels
        <select
          value={labels}
          onChange={(event) =>
            (store.style.value = { ...store.style.value, labels: event.currentTarget.value as 'ids' | 'tags' | 'none' })
          }
        >
          <option value="ids">ids</option>
          <option value="tags">tags</option>
          <option value="none">none</option>
        </select>
      </label>
      <label>
        trail (s)
        <input
          type="number"
          min="0"
          value={trailSeconds}
          onInput={(event) =>
            (store.style.value = { ...store.style.value, trailSeconds: Math.max(0, Number(event.currentTarget.value)) })
          }
        />
      </label>
    </section>
  );
}

export function HelpDialog() {
  return (
    <section class="dialog" role="dialog" aria-label="keys">
      <header>
        <h2>Keys</h2>
        <button type="button" onClick={() => (store.dialog.value = 'none')} aria-label="close">
          ✕
        </button>
      </header>
      <dl>
        {KEYS.map(({ shown, does }) => (
          <div key={shown}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>wheel, drag</kbd>
          </dt>
          <dd>zoom and move</dd>
        </div>
      </dl>
    </section>
  );
}
