/** What keys do in a page: one table for the page and for its help. */

export interface KeyRow {
  /** As `KeyboardEvent.key` has them; `Ctrl+` and `Shift+` before those that want it. */
  readonly keys: readonly string[];
  /** For people. */
  readonly shown: string;
  readonly does: string;
  readonly run: (key: string) => void;
}

/** What is typed into a field is the field's; buttons keep their space and enter. */
export function isKept({ target, key }: KeyboardEvent): boolean {
  const tag = target instanceof HTMLElement ? target.tagName : '';
  if (tag === 'BUTTON') return key === ' ' || key === 'Enter';
  return key !== 'Escape' && (tag === 'INPUT' || tag === 'SELECT' || tag === 'TEXTAREA');
}

/** For pages that leave all keys with Ctrl, Alt or Meta to the browser. */
export function obeyPlain(event: KeyboardEvent, rows: readonly KeyRow[]): void {
  if (isKept(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  obey(event, event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key, rows);
}

export function obey(event: KeyboardEvent, name: string, rows: readonly KeyRow[]): void {
  const row = rows.find(({ keys }) => keys.includes(name));
  if (row === undefined) return;
  event.preventDefault();
  row.run(name);
}
