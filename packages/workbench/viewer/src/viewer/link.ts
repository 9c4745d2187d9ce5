/** Links to a moment: the part of the page's address that names the panel, the instant, the robot and the range. */
import { say } from './opening.js';
import * as store from './store.js';

/** Increases when the meaning of a name changes. */
const VERSION = 1;

/** Applies a link. Unknown parts are left at their defaults, with a note: the link may come from another version. */
export function applyLink(parameters: URLSearchParams): void {
  const version = parameters.get('v');
  if (version !== null && version !== String(VERSION)) {
    say(`the link is of version ${version}, this page of version ${VERSION}: it opens with the default panels`);
    return;
  }
  const panel = parameters.get('panel');
  if (panel !== null) {
    if (store.isChart(panel)) store.chart.value = panel;
    else say(`unknown panel "${panel}" in the link: the default panels are shown; known: ${store.CHARTS.join(', ')}`);
  }
  const [from, to] = [numberOf(parameters, 'from'), numberOf(parameters, 'to')];
  if (from !== undefined && to !== undefined) store.selectRange(from, to);
  // The partner first: selecting another robot makes the one before its partner.
  for (const name of ['with', 'robot']) {
    const robot = numberOf(parameters, name);
    if (robot !== undefined && store.scene.value.robots.has(robot)) store.select(robot);
  }
  const at = numberOf(parameters, 'at');
  if (at !== undefined) {
    store.isFollowingRun.value = false;
    store.goTo(at);
  }
}

function numberOf(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name) ?? '';
  const value = text.trim() === '' ? NaN : Number(text);
  if (Number.isFinite(value)) return value;
  if (parameters.has(name)) say(`${name} in the link: expected a number, got "${text}"`);
  return undefined;
}

/** The address of the present moment, which also becomes the address of the page. */
export function copyLink(): void {
  const { chart, selected, partner, range, time } = store;
  const parameters = new URLSearchParams(location.hash.slice(1));
  const state = {
    v: VERSION,
    panel: chart.value,
    at: time.value,
    robot: selected.value,
    with: partner.value,
    ...range.value,
  };
  for (const name of ['v', 'panel', 'at', 'robot', 'with', 'from', 'to'] as const) {
    const value = (state as Readonly<Record<string, string | number | undefined>>)[name];
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, String(value));
  }
  history.replaceState(null, '', `#${parameters.toString()}`);
  // Without permission the address bar still has it.
  navigator.clipboard?.writeText(location.href).then(
    () => (store.message.value = 'link copied'),
    () => (store.message.value = 'the link is in the address bar'),
  );
}
