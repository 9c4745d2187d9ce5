/** Starts the page: with what its address, or the page itself, says is to be shown. */
import { render } from 'preact';
import { App } from './app.js';
import { openFile, openUrl, watch } from './loading.js';
import * as store from './store.js';
import './viewer.css';

/** A page that stands alone carries its log with it, as base64. */
interface Embedded {
  readonly name: string;
  readonly data: string;
}

declare global {
  var kinekoEmbedded: Embedded | undefined;
}

function begin(): void {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const token = parameters.get('token') ?? '';
  const name = parameters.get('name') ?? 'run';
  const embedded = globalThis.kinekoEmbedded;
  if (embedded !== undefined) {
    const bytes = Uint8Array.from(atob(embedded.data), (character) => character.charCodeAt(0));
    openFile(new Blob([bytes]), embedded.name);
  } else if (parameters.has('live')) {
    watch(`ws://${location.host}/live`, token, name);
  } else if (parameters.has('file')) {
    openUrl('/api/file', token, name);
  }
}

if (matchMedia('(prefers-color-scheme: dark)').matches) store.setTheme('dark');
store.start();
render(<App />, document.getElementById('app')!);

let last = performance.now();
function next(now: number): void {
  store.tick((now - last) / 1000);
  last = now;
  requestAnimationFrame(next);
}
requestAnimationFrame(next);
begin();

// For tests, and for the curious.
Object.assign(globalThis, { kineko: store });
