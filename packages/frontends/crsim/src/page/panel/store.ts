/** What the control panel knows, and how it gets to know it: it asks again whenever something was said, and now and then. */
import type { Link } from '@kineko/ui/page';
import { computed, signal } from '@preact/signals';
import { PanelClient, type Question } from './client.js';
import { QUESTIONS, type Report, reportOf } from './report.js';
import type { Circumstances, Role } from './rights.js';

export const link = signal<Link>({ phase: 'connecting' });
export const report = signal<Report | undefined>(undefined);
export const role = signal<Role>('observer');
/** Whom a robot panel follows. */
export const followed = signal('');
/** Why the role is not the one that was asked for. */
export const roleProblem = signal('');
export const statuses = signal<readonly string[]>([]);
/** What became of the last thing that was asked for. */
export const outcome = signal<{ readonly isBad: boolean; readonly text: string }>({ isBad: false, text: '' });
export const selected = signal<string | undefined>(undefined);
/** What the environment tells of it. */
export const facts = signal<unknown>(undefined);
export const theme = signal<'light' | 'dark'>('light');

/** So many status lines are kept. */
const MAX_STATUSES = 500;
/** Milliseconds between two looks at an environment that runs, and at one that stands still or is large. */
const SOON = 250;
const LATER = 1000;
const MANY = 300;

export const circumstances = computed<Circumstances>(() => ({
  isConnected: link.value.phase === 'open',
  role: role.value,
  state: report.value?.state ?? 'INITIAL',
  isPaused: report.value?.isPaused ?? false,
}));

let client: PanelClient;
let token = '';
/** The role that its user wants; with the connection it is lost and asked for again. */
let wanted: Role = 'master';
let timer: ReturnType<typeof setTimeout> | undefined;
let isLooking = false;
let isOutdated = false;

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
        // The environment sends its latest lines again to every new connection.
        statuses.value = [];
        void present();
      } else role.value = 'observer';
    },
    status: (line) => {
      statuses.value = [...statuses.value.slice(1 - MAX_STATUSES), line];
      look();
    },
  });
  selected.subscribe(() => {
    facts.value = undefined;
    look();
  });
}

export function tryNow(): void {
  client.tryNow();
}

/** Who cannot have the role that it wants looks on, and says why. */
async function present(): Promise<void> {
  const [answer] = await client.ask(hello(wanted));
  if (answer!.ok) {
    role.value = wanted;
    roleProblem.value = '';
  } else {
    roleProblem.value = answer!.error;
    role.value = 'observer';
    await client.ask(hello('observer'));
  }
  look();
}

function hello(as: Role): Question {
  return { method: 'hello', params: as === 'robot' ? [as, token, followed.value] : [as, token] };
}

export async function become(as: Role, robot = followed.value): Promise<void> {
  wanted = as;
  followed.value = robot;
  if (as === 'robot') selected.value = robot;
  await present();
}

/** Asks for something to be done, and shows what became of it; resolves to whether it was done. */
export async function runCommand(what: string, method: string, ...params: readonly unknown[]): Promise<boolean> {
  const [answer] = await client.ask({ method, params });
  const done = answer!.ok;
  outcome.value = { isBad: !done, text: answer!.ok ? `${what}: done` : `${what}: ${answer!.error}` };
  look();
  return done;
}

/** At once, or as soon as the answers to the last look are there. */
function look(): void {
  if (isLooking) isOutdated = true;
  else void lookNow();
}

async function lookNow(): Promise<void> {
  if (link.value.phase !== 'open') return;
  clearTimeout(timer);
  isLooking = true;
  isOutdated = false;
  const name = selected.value;
  const one = name === undefined ? [] : [{ method: 'getobject', params: [name] }];
  const answers = await client.ask(...QUESTIONS, ...one);
  isLooking = false;
  const now = reportOf(answers);
  if (now !== undefined) report.value = now;
  const last = answers[QUESTIONS.length];
  if (name === selected.value && last !== undefined) facts.value = last.ok ? last.value : undefined;
  if (isOutdated) return look();
  const isBusy = now?.state === 'RUNNING' && !now.isPaused && now.objects.length <= MANY && !document.hidden;
  timer = setTimeout(look, isBusy ? SOON : LATER);
}
