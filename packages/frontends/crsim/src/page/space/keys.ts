/** The key bindings of the viewer. */
import type { KeyRow } from '@kineko/ui/page';
import { saveRecording } from './recording-files.js';
import * as store from './store.js';

/** Pixels and radians of a camera move. */
const PIXELS = 60;
const ANGLE = Math.PI / 24;

const direction = (key: string): readonly [right: number, down: number] => {
  if (key.endsWith('Left')) return [-1, 0];
  if (key.endsWith('Right')) return [1, 0];
  return [0, key.endsWith('Up') ? -1 : 1];
};

const move = (key: string): void => {
  const [right, down] = direction(key);
  store.moveBy(right * PIXELS, down * PIXELS);
};

const turnOrMove = (key: string): void => {
  if (store.projection.value === 'plan') return move(key);
  const [right, down] = direction(key);
  store.turnBy(right * ANGLE, -down * ANGLE);
};

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;

export const KEYS: readonly KeyRow[] = [
  { keys: ['v'], shown: 'v', does: 'plan or 3-D', run: () => store.toggleProjection() },
  { keys: ['i'], shown: 'i', does: 'infrared: off, heat, reflectance', run: () => store.nextInfrared() },
  { keys: ARROWS, shown: 'arrows', does: 'orbit (3-D), move (plan)', run: turnOrMove },
  {
    keys: ARROWS.map((key) => `Shift+${key}`),
    shown: 'Shift + arrows',
    does: 'move the camera',
    run: move,
  },
  { keys: ['+', '='], shown: '+', does: 'nearer', run: () => store.zoomBy(1.25) },
  { keys: ['-'], shown: '−', does: 'farther', run: () => store.zoomBy(0.8) },
  { keys: ['0'], shown: '0', does: 'all in view', run: () => store.fitAll() },
  {
    keys: ['n', 'p'],
    shown: 'n, p',
    does: 'next and previous object',
    run: (key) => store.selectNext(key === 'n' ? 1 : -1),
  },
  {
    keys: ['f'],
    shown: 'f',
    does: 'follow the selected object',
    run: () => {
      store.isFollowing.value = !store.isFollowing.value && store.selected.value !== undefined;
    },
  },
  { keys: [' '], shown: 'Space', does: 'play or pause', run: () => store.togglePlaying() },
  {
    keys: [',', '.'],
    shown: ', .',
    does: 'a step back, a step forward',
    run: (key) => store.stepBy(key === '.' ? 1 : -1),
  },
  {
    keys: ['<', '>'],
    shown: '< >',
    does: 'slower, faster',
    run: (key) => store.changePace(key === '>' ? 1 : -1),
  },
  { keys: ['Home'], shown: 'Home', does: 'to the beginning', run: () => store.toStart() },
  { keys: ['End'], shown: 'End', does: 'to the end, or to the present', run: () => store.toNewest() },
  {
    keys: ['l'],
    shown: 'l',
    does: 'names on and off',
    run: () => {
      store.hasNames.value = !store.hasNames.value;
    },
  },
  { keys: ['s'], shown: 's', does: 'save the recording', run: () => saveRecording() },
  { keys: ['?'], shown: '?', does: 'this list', run: () => toggleHelp() },
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

export const HELP = [
  ...KEYS,
  { shown: 'drag', does: 'orbit (3-D), move (plan); with shift, or two fingers: move' },
  { shown: 'wheel, pinch', does: 'zoom' },
];

export function toggleHelp(): void {
  store.dialog.value = store.dialog.value === 'help' ? 'none' : 'help';
}
