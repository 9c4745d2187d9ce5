/** The key bindings of the page. */
import type { KeyRow } from '@kineko/ui/page';
import * as store from './store.js';
import { stepEvent, togglePlaying } from './transport.js';

/** Camera step of a key in pixels. */
const STEP = 60;

const arrow = (key: string, run: (x: number, y: number) => void): void => {
  if (key.endsWith('Left')) run(-STEP, 0);
  else if (key.endsWith('Right')) run(STEP, 0);
  else if (key.endsWith('Up')) run(0, -STEP);
  else run(0, STEP);
};

export const KEYS: readonly KeyRow[] = [
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
  { keys: ['Home', 'Enter'], shown: 'Home, Enter', does: 'to the beginning', run: () => store.restart() },
  { keys: ['End'], shown: 'End', does: 'to the end, or to the newest instant of a live run', run: () => store.toEnd() },
  {
    keys: ['[', ']'],
    shown: '[ ]',
    does: 'previous and next mark: contact, crash or violation',
    run: (key) => store.jumpBeside(key === ']' ? 1 : -1),
  },
  {
    keys: ['i', 'o'],
    shown: 'i, o',
    does: 'start and end the range at the cursor (also: shift and drag in the timeline)',
    run: (key) => store.setRangeEnd(key === 'i' ? 'from' : 'to'),
  },
  { keys: ['r'], shown: 'r', does: 'loop', run: () => (store.isLooping.value = !store.isLooping.value) },
  { keys: ['+', '='], shown: '+', does: 'zoom in', run: () => store.zoomBy(1.25) },
  { keys: ['-'], shown: '−', does: 'zoom out', run: () => store.zoomBy(0.8) },
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
  { keys: ['g'], shown: 'g', does: 'legend and scale', run: () => (store.hasLegend.value = !store.hasLegend.value) },
  { keys: ['l'], shown: 'l', does: 'layers', run: () => store.toggleDialog('layers') },
  { keys: ['?'], shown: '?', does: 'this list', run: () => store.toggleDialog('help') },
  {
    keys: ['Escape'],
    shown: 'Esc',
    does: 'close, clear the range, or clear the selection',
    run: () => {
      if (store.dialog.value !== 'none') store.dialog.value = 'none';
      else if (store.range.value !== undefined) store.range.value = undefined;
      else store.select(undefined);
    },
  },
];

export const HELP = [...KEYS, { shown: 'wheel, drag', does: 'zoom and move' }];

function selectNext(direction: 1 | -1): void {
  const ids = [...store.scene.value.robots.keys()].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const at = store.selected.value === undefined ? -1 : ids.indexOf(store.selected.value);
  store.select(ids[(at + direction + ids.length) % ids.length]);
}
