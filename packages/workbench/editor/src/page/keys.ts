/** The key bindings of the page. */
import type { KeyRow } from '@kineko/ui/page';
import type { ToolName } from '../world-format.js';
import { formatOf } from './formats.js';
import { finishLine, line } from './pointing.js';
import * as store from './store.js';

export const TOOL_KEYS: Readonly<Record<ToolName, string>> = {
  wall: 'w',
  polygon: 'p',
  box: 'b',
  disc: 'd',
  object: 'o',
  robot: 'r',
  light: 'l',
  heat: 'h',
  gas: 'g',
  line: 'i',
};

/** Selects a tool, if the format has it. */
export function take(tool: 'select' | ToolName): void {
  const document = store.shown.value;
  if (document === undefined) return;
  if (tool !== 'select' && 'missing' in formatOf(document).tools[tool]) return;
  line.value = [];
  store.tool.value = tool;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function nudge(key: string, steps: number): void {
  const [x, y] = ARROWS[key.replace('Shift+', '')]!;
  const { x: dx, y: dy } = store.flipped({ x, y });
  store.nudge(dx * steps * store.grid.value, dy * steps * store.grid.value);
}

/** Rotates anticlockwise in the picture. */
function rotate(degrees: number): void {
  store.rotate(store.format.value?.isYDown === true ? -degrees : degrees);
}

export const KEYS: readonly KeyRow[] = [
  { keys: ['v'], shown: 'v', does: 'select and move', run: () => take('select') },
  {
    keys: Object.values(TOOL_KEYS),
    shown: Object.values(TOOL_KEYS).join(' '),
    does: Object.keys(TOOL_KEYS).join(', '),
    run: (key) => take((Object.keys(TOOL_KEYS) as ToolName[]).find((tool) => TOOL_KEYS[tool] === key)!),
  },
  {
    keys: Object.keys(ARROWS),
    shown: 'arrows',
    does: 'move the selection by a step of the grid',
    run: (key) => nudge(key, 1),
  },
  {
    keys: Object.keys(ARROWS).map((key) => `Shift+${key}`),
    shown: 'Shift + arrows',
    does: 'move the selection by ten steps',
    run: (key) => nudge(key, 10),
  },
  {
    keys: ['[', ']'],
    shown: '[ ]',
    does: 'turn the selection by a degree, left and right',
    run: (key) => rotate(key === '[' ? 1 : -1),
  },
  {
    keys: ['{', '}'],
    shown: 'Shift + [ ]',
    does: 'turn the selection by 15 degrees',
    run: (key) => rotate(key === '{' ? 15 : -15),
  },
  { keys: ['Delete', 'Backspace'], shown: 'Del', does: 'delete the selection', run: () => store.remove() },
  { keys: ['Ctrl+d'], shown: 'Ctrl + d', does: 'duplicate the selection', run: () => store.duplicate() },
  { keys: ['Ctrl+a'], shown: 'Ctrl + a', does: 'select all', run: () => store.selectAll() },
  { keys: ['Ctrl+z'], shown: 'Ctrl + z', does: 'undo', run: () => store.undo() },
  { keys: ['Ctrl+Shift+z', 'Ctrl+y'], shown: 'Ctrl + y', does: 'redo', run: () => store.redo() },
  { keys: ['Ctrl+s'], shown: 'Ctrl + s', does: 'save', inFields: true, run: () => void store.save() },
  { keys: ['Enter'], shown: 'Enter', does: 'finish the line that is being drawn', run: () => finishLine() },
  { keys: ['+', '='], shown: '+', does: 'zoom in', run: () => store.zoomBy(1.25) },
  { keys: ['-'], shown: '−', does: 'zoom out', run: () => store.zoomBy(0.8) },
  { keys: ['0'], shown: '0', does: 'all in view', run: () => store.fitAll() },
  {
    keys: ['?'],
    shown: '?',
    does: 'this list',
    run: () => (store.dialog.value = store.dialog.value === 'help' ? 'none' : 'help'),
  },
  {
    keys: ['Escape'],
    shown: 'Esc',
    does: 'close the dialog, cancel the line, the tool or the selection',
    run: () => escape(),
  },
];

/** Pointer actions, for the help. */
export const POINTER: readonly (readonly [string, string])[] = [
  ['click, Shift + click', 'select one, or add it to the selection'],
  ['drag', 'move the selection; from an empty place, select all within a box'],
  ['round handle', 'turn; with Shift in steps of 15°'],
  ['square handles', 'resize, or move a corner'],
  ['Alt', 'no snapping while it is held'],
  ['wheel, Ctrl + drag', 'zoom, move the camera'],
];

function escape(): void {
  if (store.dialog.value !== 'none') store.dialog.value = 'none';
  else if (line.value.length > 0) line.value = [];
  else if (store.tool.value !== 'select') store.tool.value = 'select';
  else store.select([]);
}
