/** Key bindings: one table for a page and for its help. */

export interface KeyRow {
  /** Values of `KeyboardEvent.key`, after `Ctrl+` and `Shift+` where they apply. */
  readonly keys: readonly string[];
  /** Human-readable. */
  readonly shown: string;
  readonly does: string;
  /** Whether the keys work while a text field has the focus. */
  readonly inFields?: boolean;
  readonly run: (key: string) => void;
}

/** Whether the control that has the focus was reached by the keyboard, and not by the pointer. */
let isFocusedByKeyboard = false;

/** Runs the actions of keys that are pressed; returns a function that stops this. Other keys, and all with Alt, are left to the browser. */
export function listenForKeys(rows: readonly KeyRow[]): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let isByKeyboard = false;
  globalThis.addEventListener('pointerdown', () => (isByKeyboard = false), { capture: true, signal });
  globalThis.addEventListener('keydown', () => (isByKeyboard = true), { capture: true, signal });
  globalThis.addEventListener('focusin', () => (isFocusedByKeyboard = isByKeyboard), { capture: true, signal });
  globalThis.addEventListener('keydown', (event) => runKey(event, rows), { signal });
  return () => ending.abort();
}

/**
 * Whether a key belongs to the focused control. Text fields get all keys. Other controls get the keys that operate them, but only
 * if they were reached by the keyboard: after a click, keys belong to the page.
 */
function belongsToFocus({ target, key }: KeyboardEvent): boolean {
  if (key === 'Escape' || !(target instanceof HTMLElement)) return false;
  if (isTextField(target)) return true;
  return isFocusedByKeyboard && isUsedBy(target, key);
}

/** Types of inputs without text. */
const NOT_TYPED = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

function isTextField(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

const isPress = (key: string): boolean => key === ' ' || key === 'Enter';
const isMove = (key: string): boolean => /^(Arrow|Page|Home$|End$)/.test(key);

function isUsedBy(target: HTMLElement, key: string): boolean {
  // Letters choose an option.
  if (target instanceof HTMLSelectElement) return isPress(key) || isMove(key) || key.length === 1;
  if (target instanceof HTMLInputElement && target.type === 'range') return isMove(key);
  if (target instanceof HTMLInputElement && target.type === 'radio') return isPress(key) || isMove(key);
  return ['INPUT', 'BUTTON', 'SUMMARY', 'A'].includes(target.tagName) && isPress(key);
}

function runKey(event: KeyboardEvent, rows: readonly KeyRow[]): void {
  if (event.altKey) return;
  const isControl = event.ctrlKey || event.metaKey;
  const isShifted = event.shiftKey && (event.key.startsWith('Arrow') || isControl);
  const key = isControl ? event.key.toLowerCase() : event.key;
  const name = `${isControl ? 'Ctrl+' : ''}${isShifted ? 'Shift+' : ''}${key}`;
  const row = rows.find(({ keys }) => keys.includes(name));
  if (row === undefined || (row.inFields !== true && belongsToFocus(event))) return;
  event.preventDefault();
  // Some browsers press a button when the space key is released, even if its keydown was prevented.
  if (event.target instanceof HTMLElement && isUsedBy(event.target, event.key)) event.target.blur();
  row.run(name);
}
