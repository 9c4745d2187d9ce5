/** The viewer embedded in a frame: its parent page controls it, and there is no server. */
import type { FromViewer, ToViewer } from '../look/embedding.js';
import { openFile } from './loading.js';
import * as store from './store.js';

/** Accepts messages of the parent page only. */
export function listenToParent(): void {
  globalThis.addEventListener('message', ({ source, origin, data }: MessageEvent<ToViewer>) => {
    if (source === parent && origin === location.origin) void handle(data);
  });
  store.message.value = 'Start a run to see it here.';
  post({ type: 'kineko-listening' });
}

async function handle(message: ToViewer): Promise<void> {
  switch (message.type) {
    case 'kineko-theme':
      store.setTheme(message.theme);
      break;
    case 'kineko-show':
      store.world.value = { end: message.end };
      await openFile(message.run, message.name);
      if (message.plays && store.phase.value === 'ready') store.isPlaying.value = true;
      post({ type: 'kineko-shown' });
  }
}

function post(message: FromViewer): void {
  parent.postMessage(message, location.origin);
}
