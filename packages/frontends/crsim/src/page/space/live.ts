/** The live environment, as it comes over the viewer's socket, into the space that is shown. */
import { Connection } from '@kineko/ui/page';
import { Space } from './space.js';
import * as store from './store.js';
import { readSpaceMessage } from './wire.js';

let connection: Connection | undefined;
/** What comes in; it goes on growing while a recording is shown. */
let live = new Space();
/** Lines that made no sense, since the page was opened. */
let passedOver = 0;
let isTold = true;

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

/** Back from a recording to what happens now. */
export function showLive(): void {
  store.show(live, 'live', 'Environment');
}

function take(line: string): void {
  try {
    const message = readSpaceMessage(line);
    if (message.kind === 'error') store.message.value = `The environment says: ${message.text}`;
    if (message.kind === 'environment' && live.hasSteps) beginAnew();
    live.take(message);
  } catch (error) {
    passedOver++;
    const reason = error instanceof SyntaxError ? 'it is no JSON' : (error as Error).message;
    store.message.value = `A message of the environment was passed over (${passedOver} so far): ${reason}`;
  }
  tell();
}

/** Another run, or the same after a break: what was seen before can be looked at and saved until the next time. */
function beginAnew(): void {
  store.previous.value = live;
  live = new Space();
  if (store.source.value === 'live') store.space.value = live;
}

/** At most once a picture, however many lines came in. */
function tell(): void {
  if (!isTold) return;
  isTold = false;
  requestAnimationFrame(() => {
    isTold = true;
    if (store.source.value === 'live') store.version.value++;
  });
}
