/** Starts the page of the viewer with the run that its address, or the page itself, names. */
import { everyFrame } from '@kineko/ui/page';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.js';
import { FRAMED } from '../look/embedding.js';
import { EMBEDDED_ID, type Embedded, type Opening } from '../look/opening.js';
import { VIEWER_PATHS } from '../look/paths.js';
import { readFindings, readOther } from './compare.js';
import { listenToParent } from './framed.js';
import { applyLink } from './link.js';
import { run } from './live.js';
import { openFile, openUrl, watch } from './loading.js';
import { goThere, prepare, say } from './opening.js';
import { usePlugins, type ViewerPlugins } from './plugins.js';
import * as store from './store.js';
import '@kineko/ui/theme.css';
import './viewer.css';
import { visualizationText } from './opened-files.js';
import { opensWorlds } from './worlds.js';

async function begin(): Promise<void> {
  const embedded = document.getElementById(EMBEDDED_ID)?.textContent;
  if (embedded !== undefined) return beginAlone(JSON.parse(embedded) as Embedded);
  const parameters = new URLSearchParams(location.hash.slice(1));
  if (parameters.has(FRAMED)) return listenToParent();
  const [isLive, isFile] = [parameters.has('live'), parameters.has('file')];
  if (!isLive && !isFile) return;
  const token = parameters.get('token') ?? '';
  const name = parameters.get('name') ?? 'run';
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(VIEWER_PATHS.opening, { headers });
  if (!answer.ok) return refuse(name, answer.status);
  const opening = (await answer.json()) as Opening;
  await prepare(opening);
  opensWorlds.value = opening.opensWorlds === true;
  if (isLive) {
    watch(`ws://${location.host}/live`, token, name);
  } else {
    await openUrl(VIEWER_PATHS.file, token, name);
  }
  goThere(opening);
  applyLink(parameters);
  if (opening.other !== undefined) await readOther(opening.other, token);
  if (opening.hasFindings === true) await readFindings(headers);
  for (const remark of opening.remarks ?? []) say(remark);
}

async function beginAlone({ name, data, worker, opening = {} }: Embedded): Promise<void> {
  globalThis.kinekoWorkerSource = worker;
  await prepare(opening);
  const packed = new Blob([bytesOf(data)]).stream().pipeThrough(new DecompressionStream('gzip'));
  await openFile(await new Response(packed).blob(), name);
  goThere(opening);
  applyLink(new URLSearchParams(location.hash.slice(1)));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}

function refuse(name: string, status: number): void {
  store.phase.value = 'failed';
  store.message.value = `${name}: the server answered ${status}; start kineko view again`;
}

export function startViewer(plugins: ViewerPlugins): void {
  usePlugins(plugins);
  if (matchMedia('(prefers-color-scheme: dark)').matches) store.setTheme('dark');
  store.start();
  effect(() => {
    document.title = store.shownTitle.value === '' ? 'Kineko' : `${store.shownTitle.value} – Kineko`;
  });
  render(<App />, document.getElementById('app')!);
  // A page at rest requests no frames.
  effect(() => (store.isPlaying.value ? everyFrame(store.tick) : undefined));
  void begin();

  // For tests and for the browser console.
  Object.assign(globalThis, { kineko: { ...store, live: run, visualizationText } });
}
