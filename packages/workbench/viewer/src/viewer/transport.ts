/** Play control and speed: of the live run if it accepts commands, else of the page. */
import { computed } from '@preact/signals';
import * as live from './live.js';
import * as store from './store.js';

const drivesRun = computed(() => store.isLive.value && live.run.value.canBeControlled);

/** Whether another page is in control. */
export const isLocked = computed(() => drivesRun.value && !live.isInReach.value);

/** Whether the picture is moving. */
export const isPlaying = computed(() =>
  drivesRun.value ? store.isFollowingRun.value && !live.run.value.isPaused : store.isPlaying.value,
);

/** Simulated seconds per second; Infinity for a live run that is as fast as possible. */
export const speed = computed(() => (drivesRun.value ? live.run.value.speed : store.pace.value));

/** Whether a speed may be Infinity. */
export const canBeFastest = drivesRun;

export function togglePlaying(): void {
  if (!drivesRun.value) return store.togglePlaying();
  if (isLocked.value) return;
  if (isPlaying.value) return live.send({ type: 'pause' });
  store.isFollowingRun.value = true;
  if (live.run.value.isPaused) live.send({ type: 'resume' });
}

export function setSpeed(value: number): void {
  if (drivesRun.value) live.send({ type: 'speed', factor: value === Infinity ? null : value });
  else store.pace.value = value;
}

/** Goes to the next or previous recorded event; a live run paused at its newest one performs one more. */
export function stepEvent(direction: 1 | -1): void {
  const next = store.scene.value.instants.beside(store.time.value, direction);
  if (direction === 1 && drivesRun.value && (next === undefined || store.isFollowingRun.value)) return stepRun();
  pauseAt(next);
}

/** Goes to the next or previous contact. */
export function stepContact(direction: 1 | -1): void {
  pauseAt(store.scene.value.contacts.beside(store.time.value, direction));
}

function pauseAt(time: number | undefined): void {
  store.isFollowingRun.value = false;
  store.isPlaying.value = false;
  if (time !== undefined) store.goTo(time);
}

export function stepRun(): void {
  if (isLocked.value || !live.run.value.isPaused) return;
  store.isFollowingRun.value = true;
  live.send({ type: 'step', events: 1 });
}
