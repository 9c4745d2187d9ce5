/** Receives the live environment over the viewer's socket. */
import { Connection } from '@kineko/ui/page';
import { Space } from './space.js';
import * as store from './store.js';
import { readSpaceMessage } from './wire.js';

let connection: Connection | undefined;
/** The received space; it keeps growing while a recording is shown. */
let live = new Space();
/** Invalid lines since the page was opened. */
let ignored = 0;
let isUpdatePending = false;

export function watch(token: string): void {
  store.show(live, 'live', 'Environment');
  connection = new Connection({
    path: '/viewer',
    token,
    onLink: (link) => {
      store.link.value = link;
    },
    onLine: take,
  });
}

export function tryNow(): void {
  connection?.tryNow();
}

/** Returns from a recording to the live environment. */
export function showLive(): void {
  store.show(live, 'live', 'Environment');
}

function take(line: string): void {
  try {
    const message = readSpaceMessage(line);
    if (message.kind === 'error') store.message.value = `Message of the environment: ${message.text}`;
    if (message.kind === 'environment' && live.hasSteps) startNewRun();
    live.take(message);
  } catch (error) {
    ignored++;
    const reason = error instanceof SyntaxError ? 'invalid JSON' : (error as Error).message;
    store.message.value = `Ignored a message of the environment (${ignored} so far): ${reason}`;
  }
  updateSoon();
}

/** Another run, or the same after a break: the previous space can be viewed and saved until the next one. */
function startNewRun(): void {
  store.previous.value = live;
  live = new Space();
  if (store.source.value === 'live') store.space.value = live;
}

/** Updates the page at most once per frame. */
function updateSoon(): void {
  if (isUpdatePending) return;
  isUpdatePending = true;
  requestAnimationFrame(() => {
    isUpdatePending = false;
    if (store.source.value === 'live') store.version.value++;
  });
}
