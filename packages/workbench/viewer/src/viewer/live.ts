/** A run that goes on: how it is doing, and what it may be told. `docs/live.md` has the messages. */
import { computed, signal } from '@preact/signals';
import * as store from './store.js';

export interface LiveRun {
  /** Whether orders are taken at all; who gives them. */
  readonly canBeControlled: boolean;
  readonly holder: 'you' | 'another' | 'nobody';
  readonly isPaused: boolean;
  /** Simulated seconds per second; Infinity for as fast as can be. */
  readonly speed: number;
}

export type Order =
  | { readonly type: 'pause' | 'resume' | 'take' | 'release' }
  | { readonly type: 'speed'; readonly factor: number | null }
  | { readonly type: 'step'; readonly events: number };

const NOTHING: LiveRun = { canBeControlled: false, holder: 'nobody', isPaused: false, speed: Infinity };

export const run = signal<LiveRun>(NOTHING);
/** Whether this page may give orders now. */
export const isInReach = computed(
  () => store.isLive.value && run.value.canBeControlled && run.value.holder !== 'another',
);

let socket: WebSocket | undefined;

/** The run behind a socket; the one before is forgotten. */
export function attach(to: WebSocket): void {
  socket = to;
  run.value = NOTHING;
}

export function order(what: Order): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
}

interface Said {
  readonly type?: unknown;
  readonly control?: boolean;
  readonly name?: string;
  readonly holder?: LiveRun['holder'];
  readonly now?: number;
  readonly paused?: boolean;
  readonly speed?: number | null;
  readonly stoppedBy?: string;
  readonly done?: boolean;
  readonly reason?: string;
}

/** Whether it is said that something is missing. */
export function isSkip(text: string): boolean {
  return (JSON.parse(text) as Said).type === 'skipped';
}

/** What the server says in words. Whether it is that the run is over, and all of it has been sent. */
export function hear(text: string): boolean {
  const said = JSON.parse(text) as Said;
  switch (said.type) {
    case 'welcome':
      run.value = { ...run.value, canBeControlled: said.control === true };
      if (said.name !== undefined) store.title.value = said.name;
      return false;
    case 'control':
      run.value = { ...run.value, holder: said.holder ?? 'nobody' };
      return false;
    case 'status':
      hearStatus(said);
      return false;
    case 'answer':
      if (said.done === false) store.message.value = said.reason ?? '';
      return false;
    case 'end':
      return true;
    default:
      // What comes to be said later is for later pages.
      return false;
  }
}

function hearStatus({ now, paused, speed, stoppedBy }: Said): void {
  run.value = { ...run.value, isPaused: paused === true, speed: speed ?? Infinity };
  // What lasts a moment is seen as long as at this speed of a replay.
  if (typeof speed === 'number' && speed > 0) store.pace.value = speed;
  const scene = store.scene.peek();
  // Between two records robots go on as their legs say.
  if (now !== undefined && !scene.isEmpty && now > scene.end) {
    scene.end = now;
    store.version.value++;
  }
  if (stoppedBy !== undefined) store.message.value = `the run is over: ${stoppedBy}`;
}

/** What was live can be played again. */
export function becomeReplay(): void {
  store.isLive.value = false;
  store.isFollowingRun.value = false;
  run.value = NOTHING;
  if (store.message.value === '') store.message.value = 'the run is over';
  store.pace.value = store.fittingPace();
}
