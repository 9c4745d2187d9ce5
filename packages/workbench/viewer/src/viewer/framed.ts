/** The viewer in a frame of another page, which says what is shown: no server is asked for anything. */
import type { FromViewer, ToViewer } from '../look/embedding.js';
import { openFile } from './loading.js';
import * as store from './store.js';

/** Listens to the page around it, and to nobody else. */
export function listenToParent(): void {
  globalThis.addEventListener('message', ({ source, origin, data }: MessageEvent<ToViewer>) => {
    if (source === parent && origin === location.origin) void obey(data);
  });
  store.message.value = 'What happens in a run is shown here.';
  tell({ type: 'kineko-listening' });
}

async function obey(message: ToViewer): Promise<void> {
  switch (message.type) {
    case 'kineko-theme':
      store.setTheme(message.theme);
      break;
    case 'kineko-show':
      await openFile(message.run, message.name);
      if (message.plays && store.phase.value === 'ready') store.isPlaying.value = true;
      tell({ type: 'kineko-shown' });
  }
}

function tell(message: FromViewer): void {
  parent.postMessage(message, location.origin);
}
