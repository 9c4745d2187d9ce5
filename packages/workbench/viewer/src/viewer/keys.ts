/** The key bindings of the page. */
import { type KeyRow, runPlainKey } from '@kineko/ui/page';
import * as store from './store.js';
import { stepContact, stepEvent, togglePlaying } from './transport.js';

/** Camera step of a key in pixels. */
const STEP = 60;

const arrow = (key: string, run: (x: number, y: number) => void): void => {
  if (key.endsWith('Left')) run(-STEP, 0);
  else if (key.endsWith('Right')) run(STEP, 0);
  else if (key.endsWith('Up')) run(0, -STEP);
  else run(0, STEP);
};

const KEYS: readonly KeyRow[] = [
  {
    keys: [' '],
    shown: 'Space',
    does: 'play or pause; a live run is paused and resumed',
    run: togglePlaying,
  },
  {
    keys: ['ArrowLeft', 'ArrowRight'],
    shown: '← →',
    does: 'back and forward in time (in a live run: move the camera)',
    run: (key) => {
      if (store.isLive.value) arrow(key, store.moveBy);
      else store.step(key === 'ArrowRight' ? 1 : -1);
    },
  },
  {
    keys: ['ArrowUp', 'ArrowDown'],
    shown: '↑ ↓',
    does: 'faster and slower (in a live run: move the camera)',
    run: (key) => {
      if (store.isLive.value) arrow(key, store.moveBy);
      else store.changePace(key === 'ArrowUp' ? 1 : -1);
    },
  },
  {
    keys: [',', '.'],
    shown: ', .',
    does: 'previous and next event (a paused live run performs one)',
    run: (key) => stepEvent(key === '.' ? 1 : -1),
  },
  {
    keys: ['x', 'c'],
    shown: 'x, c',
    does: 'previous and next contact',
    run: (key) => stepContact(key === 'c' ? 1 : -1),
  },
  { keys: ['Home', 'Enter'], shown: 'Home, Enter', does: 'to the beginning', run: () => store.restart() },
  { keys: ['End'], shown: 'End', does: 'to the end, or to the newest instant of a live run', run: () => toEnd() },
  { keys: ['+', '='], shown: '+', does: 'larger', run: () => store.zoomBy(1.25) },
  { keys: ['-'], shown: '−', does: 'smaller', run: () => store.zoomBy(0.8) },
  { keys: ['0'], shown: '0', does: 'all in view', run: () => store.fitAll() },
  {
    keys: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'],
    shown: 'Shift + arrows',
    does: 'move the camera',
    run: (key) => arrow(key, store.moveBy),
  },
  { keys: ['n', 'p'], shown: 'n, p', does: 'next and previous robot', run: (key) => selectNext(key === 'n' ? 1 : -1) },
  {
    keys: ['f'],
    shown: 'f',
    does: 'follow the selected robot',
    run: () => {
      store.isFollowing.value = !store.isFollowing.value && store.selected.value !== undefined;
    },
  },
  { keys: ['l'], shown: 'l', does: 'layers', run: () => toggle('layers') },
  { keys: ['?'], shown: '?', does: 'this list', run: () => toggle('help') },
  {
    keys: ['Escape'],
    shown: 'Esc',
    does: 'close, or clear the selection',
    run: () => {
      if (store.dialog.value !== 'none') store.dialog.value = 'none';
      else store.select(undefined);
    },
  },
];

export const HELP = [...KEYS, { shown: 'wheel, drag', does: 'zoom and move' }];

function toggle(name: 'help' | 'layers'): void {
  store.dialog.value = store.dialog.value === name ? 'none' : name;
}

function toEnd(): void {
  store.isFollowingRun.value = store.isLive.value;
  store.goTo(Infinity);
}

function selectNext(direction: 1 | -1): void {
  const ids = [...store.scene.value.robots.keys()].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const at = store.selected.value === undefined ? -1 : ids.indexOf(store.selected.value);
  store.select(ids[(at + direction + ids.length) % ids.length]);
}

export function onKey(event: KeyboardEvent): void {
  runPlainKey(event, KEYS);
}
