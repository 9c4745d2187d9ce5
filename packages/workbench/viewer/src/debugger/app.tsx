/** The page of the debugger: a delivery schedule, step by step, and other branches from any step. */
import { IconButton } from '../viewer/icons.js';
import { type KeyRow, KeysDialog, listenForKeys } from '@kineko/ui/page';
import { useLayoutEffect } from 'preact/hooks';
import { Diagram } from './diagram.js';
import { choices, NextSteps, States, StepEvents, Steps } from './panels.js';
import * as store from './store.js';

const KEYS: readonly KeyRow[] = [
  {
    keys: ['ArrowLeft', 'ArrowRight', ',', '.'],
    shown: '← →, or , .',
    does: 'previous and next step',
    run: (key) => store.goTo(store.cursor.value + (key === 'ArrowRight' || key === '.' ? 1 : -1)),
  },
  { keys: ['Home'], shown: 'Home', does: 'to the start', run: () => store.goTo(0) },
  { keys: ['End'], shown: 'End', does: 'to the last step', run: () => store.goTo(store.length.value) },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    shown: '1 to 9',
    does: 'take the step with that number, in a new branch if it is another one',
    run: (key) => {
      const step = choices()[Number(key) - 1];
      if (step !== undefined) void store.take(step);
    },
  },
  {
    keys: ['b'],
    shown: 'b',
    does: 'next branch',
    run: () => store.showBranch((store.shown.value + 1) % Math.max(1, store.branches.value.length)),
  },
  { keys: ['e'], shown: 'e', does: 'save the branch as a delivery schedule', run: store.exportSchedule },
  { keys: ['?'], shown: '?', does: 'this list', run: () => (store.isHelpOpen.value = !store.isHelpOpen.value) },
  { keys: ['Escape'], shown: 'Esc', does: 'close', run: () => (store.isHelpOpen.value = false) },
];

export function App() {
  useLayoutEffect(() => listenForKeys(KEYS), []);
  return (
    <div class="app" data-theme={store.theme.value}>
      <Toolbar />
      {store.problem.value !== '' && (
        <p class="notice bad" role="alert">
          {store.problem.value}
        </p>
      )}
      <Diagram />
      <main>
        <div class="column">
          <StepEvents />
          <Steps />
        </div>
        <NextSteps />
        <States />
        {store.isHelpOpen.value && <KeysDialog rows={KEYS} onClose={() => (store.isHelpOpen.value = false)} />}
      </main>
    </div>
  );
}

function Toolbar() {
  const { branches, branch, cursor, length, shown, theme } = store;
  const isDark = theme.value === 'dark';
  return (
    <header class="toolbar">
      <h1>{branch.value?.name ?? 'Kineko'}</h1>
      <IconButton icon="start" label="to the start" shortcut="Home" onClick={() => store.goTo(0)} />
      <IconButton icon="stepBack" label="previous step" shortcut="←" onClick={() => store.goTo(cursor.value - 1)} />
      <IconButton icon="stepOn" label="next step" shortcut="→" onClick={() => store.goTo(cursor.value + 1)} />
      <IconButton icon="end" label="to the last step" shortcut="End" onClick={() => store.goTo(length.value)} />
      <output id="position">
        step {cursor.value} of {length.value}
      </output>
      <label>
        branch
        <select
          id="branch"
          value={shown.value}
          onChange={(event) => store.showBranch(Number(event.currentTarget.value))}
        >
          {branches.value.map(({ title }, i) => (
            <option key={title} value={i}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <span class="gap" />
      <button type="button" id="export" title="save as a delivery schedule (e)" onClick={store.exportSchedule}>
        Export
      </button>
      <IconButton
        icon={isDark ? 'light' : 'dark'}
        label={isDark ? 'Light' : 'Dark'}
        hint={isDark ? 'light colours' : 'dark colours'}
        onClick={() => (theme.value = isDark ? 'light' : 'dark')}
      />
      <IconButton
        icon="keys"
        label="keys"
        shortcut="?"
        aria-expanded={store.isHelpOpen.value}
        onClick={() => (store.isHelpOpen.value = !store.isHelpOpen.value)}
      />
    </header>
  );
}
