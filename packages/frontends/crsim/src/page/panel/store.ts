/** The state of the control panel. It is requested again after every status line, and at intervals. */
import type { Link } from '@kineko/ui/page';
import { computed, signal } from '@preact/signals';
import { PanelClient, type Question } from './client.js';
import { QUESTIONS, type Report, reportOf } from './report.js';
import type { Circumstances, Role } from './rights.js';

export const link = signal<Link>({ phase: 'connecting' });
export const report = signal<Report | undefined>(undefined);
export const role = signal<Role>('observer');
/** The robot that a robot panel follows. */
export const followed = signal('');
/** Why the role is not the requested one. */
export const roleProblem = signal('');
export const statuses = signal<readonly string[]>([]);
/** The outcome of the last command. */
export const outcome = signal<{ readonly isBad: boolean; readonly text: string }>({ isBad: false, text: '' });
export const selected = signal<string | undefined>(undefined);
/** The facts of the selected object. */
export const facts = signal<unknown>(undefined);
export const theme = signal<'light' | 'dark'>('light');

const MAX_STATUSES = 500;
/** Milliseconds between requests of the state of a running environment, and of one that is not running or large. */
const SHORT_INTERVAL = 250;
const LONG_INTERVAL = 1000;
const MANY_OBJECTS = 300;

export const circumstances = computed<Circumstances>(() => ({
  isConnected: link.value.phase === 'open',
  role: role.value,
  state: report.value?.state ?? 'INITIAL',
  isPaused: report.value?.isPaused ?? false,
}));

let client: PanelClient;
let token = '';
/** The role that the user wants; it is requested again after a break. */
let wanted: Role = 'master';
let timer: ReturnType<typeof setTimeout> | undefined;
/** Settles after the last update; at most one waits for another to end. */
let updates = Promise.resolve();
let isWaiting = false;

export function start(givenToken: string, robot: string | null): void {
  token = givenToken;
  if (robot !== null) {
    wanted = 'robot';
    followed.value = robot;
  }
  client = new PanelClient(token, {
    link: (now) => {
      link.value = now;
      if (now.phase === 'open') {
        // The environment sends its latest lines to every new connection.
        statuses.value = [];
        void sayHello();
      } else role.value = 'observer';
    },
    status: (line) => {
      statuses.value = [...statuses.value.slice(1 - MAX_STATUSES), line];
      void update();
    },
  });
  selected.subscribe(() => {
    facts.value = undefined;
    void update();
  });
}

export function tryNow(): void {
  client.tryNow();
}

/** Number of requests for a role: an answer counts only if no later request has been made. */
let requests = 0;

/** Requests the wanted role; becomes an observer if it is refused. */
async function sayHello(): Promise<void> {
  const [request, asked] = [++requests, wanted];
  const [answer] = await client.ask(hello(asked));
  if (request !== requests) return;
  if (answer!.ok) {
    role.value = asked;
    roleProblem.value = '';
  } else {
    roleProblem.value = answer!.error;
    role.value = 'observer';
    await client.ask(hello('observer'));
  }
  void update();
}

function hello(as: Role): Question {
  return { method: 'hello', params: as === 'robot' ? [as, token, followed.value] : [as, token] };
}

export async function become(as: Role, robot = followed.value): Promise<void> {
  wanted = as;
  followed.value = robot;
  if (as === 'robot') selected.value = robot;
  await sayHello();
}

/** Sends a command, and shows its outcome and the new state; resolves to whether it succeeded. */
export async function runCommand(what: string, method: string, ...params: readonly unknown[]): Promise<boolean> {
  const [answer] = await client.ask({ method, params });
  outcome.value = { isBad: !answer!.ok, text: `${what}: ${answer!.ok ? 'done' : answer!.error}` };
  await update();
  return answer!.ok;
}

/** Requests the state, at once or after the answers to the last request; resolves when it is shown. */
function update(): Promise<void> {
  if (!isWaiting) updates = updates.then(updateNow);
  isWaiting = true;
  return updates;
}

async function updateNow(): Promise<void> {
  isWaiting = false;
  if (link.value.phase !== 'open') return;
  clearTimeout(timer);
  const name = selected.value;
  const one = name === undefined ? [] : [{ method: 'getobject', params: [name] }];
  const answers = await client.ask(...QUESTIONS, ...one);
  const now = reportOf(answers);
  if (now !== undefined) report.value = now;
  const last = answers[QUESTIONS.length];
  if (name === selected.value && last !== undefined) facts.value = last.ok ? last.value : undefined;
  const isBusy = now?.state === 'RUNNING' && !now.isPaused && now.objects.length <= MANY_OBJECTS && !document.hidden;
  timer = setTimeout(() => void update(), isBusy ? SHORT_INTERVAL : LONG_INTERVAL);
}
