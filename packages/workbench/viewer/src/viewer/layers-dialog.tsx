/** The dialog for layers: visibility, order, opacity and colours. */
import { Dialog } from '@kineko/ui/page';
import type { Coloring, Labels } from '../render/style.js';
import * as store from './store.js';
import { setRobotPicture, paintBackground, saveVisualization, take } from './opened-files.js';

const COLORINGS: readonly (readonly [Coloring, string])[] = [
  ['number', 'number'],
  ['class', 'class'],
  ['tag', 'tag'],
  ['state', 'state'],
  ['one', 'one colour'],
];

const LABELS: readonly Labels[] = ['ids', 'tags', 'none'];

export function LayersDialog() {
  const { style } = store;
  const { coloring, robotColors, labels, trailSeconds } = style.value;
  return (
    <Dialog title="Layers" label="layers" onClose={() => (store.dialog.value = 'none')}>
      <LayerList />
      <label>
        colour by
        <select
          id="coloring"
          value={robotColors === undefined ? coloring : 'rules'}
          onChange={(event) => {
            const chosen = event.currentTarget.value as Coloring;
            style.value = { ...style.value, coloring: chosen, robotColors: undefined };
          }}
        >
          {robotColors !== undefined && (
            <option value="rules" disabled>
              rules of a file
            </option>
          )}
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
          onChange={(event) => (style.value = { ...style.value, labels: event.currentTarget.value as Labels })}
        >
          {LABELS.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <label>
        trail (s)
        <input
          type="number"
          min="0"
          value={trailSeconds}
          onInput={(event) =>
            (style.value = { ...style.value, trailSeconds: Math.max(0, Number(event.currentTarget.value)) })
          }
        />
      </label>
      <Grounds />
      <Files />
    </Dialog>
  );
}

function LayerList() {
  return (
    <ul>
      {store.style.value.layers.toReversed().map(({ name, isVisible, opacity }) => (
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
  );
}

/** The background, and the colour of obstacles. */
function Grounds() {
  const { theme, backgrounds = [], map } = store.style.value;
  const [background] = backgrounds;
  const backgroundColor = background !== undefined && 'color' in background ? background.color : theme.ground;
  return (
    <>
      <label>
        background
        <input
          id="background"
          type="color"
          value={backgroundColor.slice(0, 7)}
          onInput={(event) => void paintBackground(event.currentTarget.value)}
        />
        {background !== undefined && (
          <button type="button" onClick={() => store.setBackground(undefined)}>
            none
          </button>
        )}
      </label>
      <label>
        obstacles
        <input
          type="color"
          value={(map !== undefined && 'color' in map ? map.color : theme.obstacle).slice(0, 7)}
          onInput={(event) => (store.style.value = { ...store.style.value, map: { color: event.currentTarget.value } })}
        />
      </label>
    </>
  );
}

function Files() {
  const pick = (use: (file: File) => Promise<void>) => (event: { readonly currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0];
    if (file !== undefined) void use(file);
  };
  return (
    <div class="files">
      <label class="button">
        Background picture
        <input type="file" class="hidden" accept="image/*" onChange={pick(paintBackground)} />
      </label>
      <label class="button">
        Robot picture
        <input type="file" class="hidden" accept="image/*" onChange={pick(setRobotPicture)} />
      </label>
      <label class="button">
        Open a visualization file
        <input
          id="open-visualization"
          type="file"
          class="hidden"
          accept=".xml,image/*"
          multiple
          onChange={(event) => void take([...(event.currentTarget.files ?? [])])}
        />
      </label>
      <button id="save-visualization" type="button" onClick={() => saveVisualization()}>
        Save as a visualization file
      </button>
    </div>
  );
}
