/** The panel beside the picture: the selected object, all objects, the legend of infrared. */
import { cssOf, heatColor, shareOf, ticksOf, valueOf } from './infrared.js';
import * as store from './store.js';
import type { SpaceShape } from './wire.js';

/** Listed objects; `n` and `p` reach the others. */
const MAX_LISTED = 200;

export function Side({ onPick }: { readonly onPick: (name: string | undefined) => void }) {
  return (
    <aside class="side" aria-label="objects">
      <Legend />
      <Chosen onPick={onPick} />
      <h2>Objects</h2>
      <ul class="names">
        {store.things.value.slice(0, MAX_LISTED).map(({ name }) => (
          <li key={name}>
            <button type="button" aria-pressed={store.selected.value === name} onClick={() => onPick(name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

const number = (value: number): string => String(Number(value.toFixed(3)));

function Chosen({ onPick }: { readonly onPick: (name: string | undefined) => void }) {
  const thing = store.chosen.value;
  if (thing === undefined) return <p class="hint">Click an object, or press n, to see what it is.</p>;
  const { x, y, z, orientation } = thing.place;
  const rows: readonly (readonly [string, string])[] = [
    ['x, y, z', `${number(x)}, ${number(y)}, ${number(z)}`],
    ['orientation', `${number(orientation)} rad`],
    ['heat', number(thing.heat)],
    ['reflectance (ir)', number(thing.ir)],
    ['colour', cssOf(thing.color)],
    ['shape', thing.shapes.map(shapeText).join(' and ')],
  ];
  return (
    <section aria-label={`chosen: ${thing.name}`}>
      <header>
        <h2 id="chosen-name">{thing.name}</h2>
        <label>
          <input
            type="checkbox"
            checked={store.isFollowing.value}
            onChange={(event) => (store.isFollowing.value = event.currentTarget.checked)}
          />
          follow
        </label>
        <button type="button" onClick={() => onPick(undefined)} aria-label="choose nothing">
          ✕
        </button>
      </header>
      <dl id="chosen-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function shapeText({ type, size: [width, height, depth] }: SpaceShape): string {
  switch (type) {
    case 'BOX':
      return `box ${number(width)} × ${number(height)} × ${number(depth)}`;
    case 'CYLINDER':
      return `cylinder, radius ${number(width / 2)}, height ${number(height)}`;
    case 'SPHERE':
      return `sphere, radius ${number(width / 2)}`;
  }
}

const BANDS = 40;

function Legend() {
  const scale = store.scale.value;
  if (scale === undefined) return null;
  const name = scale.quantity === 'heat' ? 'Heat (infrared output)' : 'Infrared reflectance';
  const chosen = store.chosen.value;
  const mark = chosen && shareOf(scale, valueOf(chosen, scale.quantity));
  return (
    <figure id="legend" class="legend">
      <figcaption>{name}</figcaption>
      <svg viewBox={`0 0 ${BANDS} 4`} preserveAspectRatio="none" aria-hidden="true">
        {Array.from({ length: BANDS }, (_, k) => (
          <rect key={k} x={k} y={0} width={1.05} height={4} fill={cssOf(heatColor(k / (BANDS - 1)))} />
        ))}
        {mark !== undefined && <rect x={mark * BANDS - 0.2} y={0} width={0.4} height={4} class="mark" />}
      </svg>
      <ol class="ticks">
        {ticksOf(scale).map((tick) => (
          <li key={tick}>{tick}</li>
        ))}
      </ol>
    </figure>
  );
}
