/** The state of a live run, and commands to it. `docs/live.md` specifies the messages. */
import { computed, signal } from '@preact/signals';
import * as store from './store.js';

export interface LiveRun {
  /** Whether the run accepts commands, and which page is in control. */
  readonly canBeControlled: boolean;
  readonly holder: 'you' | 'another' | 'nobody';
  readonly isPaused: boolean;
  /** Simulated seconds per second; Infinity for as fast as possible. */
  readonly speed: number;
}

export type LiveCommand =
  | { readonly type: 'pause' | 'resume' | 'take' | 'release' }
  | { readonly type: 'speed'; readonly factor: number | null }
  | { readonly type: 'step'; readonly events: number };

const NOTHING: LiveRun = { canBeControlled: false, holder: 'nobody', isPaused: false, speed: Infinity };

export const run = signal<LiveRun>(NOTHING);
/** Whether this page may send commands now. */
export const isInReach = computed(
  () => store.isLive.value && run.value.canBeControlled && run.value.holder !== 'another',
);

let socket: WebSocket | undefined;

/** Attaches to the run behind a socket, in place of the previous one. */
export function attach(to: WebSocket): void {
  socket = to;
  run.value = NOTHING;
}

export function send(command: LiveCommand): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
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

/** Whether the server reports that records were skipped. */
export function isSkip(text: string): boolean {
  return (JSON.parse(text) as Said).type === 'skipped';
}

/** The message at the end of a run; a page whose connection was cut handles it in the same way. */
export const END = JSON.stringify({ type: 'end' });

/** Handles a text message of the server; returns whether the run is over and completely sent. */
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
      // Unknown messages are for newer pages.
      return false;
  }
}

function hearStatus({ now, paused, speed, stoppedBy, reason }: Said): void {
  run.value = { ...run.value, isPaused: paused === true, speed: speed ?? Infinity };
  // Momentary events are shown as long as in a replay at this speed.
  if (typeof speed === 'number' && speed > 0) store.pace.value = speed;
  if (store.scene.peek().continueTo(now)) store.showAdded();
  if (stoppedBy !== undefined) store.message.value = `the run is over: ${reason ?? stoppedBy}`;
}

/** Turns the live run into a replay. */
export function becomeReplay(): void {
  store.isLive.value = false;
  store.isFollowingRun.value = false;
  if (run.value.speed === Infinity) store.pace.value = store.fittingPace();
  run.value = NOTHING;
  if (store.message.value === '') store.message.value = 'the run is over';
}
