/** The state of the debugger's page: branches, the one that is shown, and the cursor in it. */
import { computed, signal } from '@preact/signals';
import { arrowsOf } from './arrows.js';
import { VIEWER_PATHS } from '../look/paths.js';
import type { Branch, ProcessState } from './branch.js';

interface NamedBranch {
  readonly title: string;
  readonly branch: Branch;
}

export const branches = signal<readonly NamedBranch[]>([]);
export const shown = signal(0);
/** Number of steps before the moment that is shown. */
export const cursor = signal(0);
export const problem = signal('');
export const isWaiting = signal(false);
export const theme = signal<'light' | 'dark'>('light');
export const isHelpOpen = signal(false);

export const branch = computed(() => branches.value[shown.value]?.branch);
export const length = computed(() => (branch.value?.moments.length ?? 1) - 1);
export const moment = computed(() => branch.value?.moments[cursor.value]);
export const arrows = computed(() => arrowsOf(branch.value?.moments ?? []));
/** The next step of the branch that is shown. */
export const nextStep = computed(() => branch.value?.moments[cursor.value + 1]?.step ?? undefined);

/** The states of all processes at the cursor, and whether the last step changed them. */
export const processes = computed(() => {
  const { moments = [], n = 0 } = branch.value ?? {};
  return Array.from({ length: n }, (_, id) => {
    let at = cursor.value;
    while (at > 0 && moments[at]!.processes[id] === null) at--;
    const state: ProcessState = moments[at]!.processes[id]!;
    return { id, state, isChanged: at === cursor.value && at > 0 };
  });
});

let token = '';

export function goTo(step: number): void {
  cursor.value = Math.max(0, Math.min(step, length.value));
}

export function showBranch(index: number): void {
  shown.value = index;
  goTo(cursor.value);
}

export async function begin(ofPage: string): Promise<void> {
  token = ofPage;
  const first = await request();
  if (first === undefined) return;
  branches.value = [{ title: 'schedule', branch: first }];
  document.title = `${first.name} – Kineko`;
}

/** Takes a step from the cursor on: along the branch, or into a new one. */
export async function take(step: string): Promise<void> {
  if (isWaiting.value || branch.value === undefined) return;
  if (step === nextStep.value) return goTo(cursor.value + 1);
  const before = branch.value.moments.slice(1, cursor.value + 1).map((each) => each.step!);
  // The last branch grows at its end; the schedule that the page was opened with stays.
  const isGrowing = cursor.value === length.value && shown.value > 0;
  const grown = await request([...before, step]);
  if (grown === undefined) return;
  const all = branches.value;
  if (isGrowing) branches.value = all.map((each, i) => (i === shown.value ? { ...each, branch: grown } : each));
  else {
    branches.value = [...all, { title: `branch ${all.length}`, branch: grown }];
    shown.value = all.length;
  }
  goTo(before.length + 1);
}

async function request(steps?: readonly string[]): Promise<Branch | undefined> {
  isWaiting.value = true;
  problem.value = '';
  try {
    const answer = await fetch(VIEWER_PATHS.branch, {
      headers: { authorization: `Bearer ${token}` },
      ...(steps !== undefined && { method: 'POST', body: JSON.stringify(steps) }),
    });
    if (answer.ok) return (await answer.json()) as Branch;
    const text = (await answer.text()).trim();
    problem.value =
      answer.status === 401 ? 'the token of this page is not valid any more: start the command again' : text;
  } catch {
    problem.value = 'the program that serves this page has ended: start it again';
  } finally {
    isWaiting.value = false;
  }
  return undefined;
}

/** Saves the delivery schedule of the branch that is shown. */
export function exportSchedule(): void {
  const { schedule, file } = branch.value ?? {};
  if (schedule === undefined || file === undefined) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([schedule], { type: 'text/plain' }));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}
