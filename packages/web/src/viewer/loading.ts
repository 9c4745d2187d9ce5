/** Files and live runs into the scene: read by a worker, taken in chunk by chunk, so that the page shows what is there. */
import type { FromReader, Origin } from '../reading/protocol.js';
import { tell } from '../scene/chunk.js';
import { FarLines } from './far-lines.js';
import { type ReaderLink, startReader } from './reader-link.js';
import * as store from './store.js';

/** While much comes, the picture changes no more often than this (ms), and takes no more than this share of the time. */
const SHOW_MS = 80;
const SHOW_SHARE = 0.2;

/** Who reads what is shown; another one takes its place. */
let current: ReaderLink | undefined;

export function openFile(file: Blob, name: string): void {
  open({ kind: 'blob', blob: file }, name);
}

/** A file behind the page's server. */
export function openUrl(url: string, token: string, name: string): void {
  open({ kind: 'url', url: new URL(url, location.href).href, token }, name);
}

function open(from: Origin, name: string): ReaderLink {
  current?.close();
  store.clear(name);
  const intake = new Intake(from.kind === 'live');
  const link = startReader((message) => {
    if (link === current) intake.hear(message, link);
  });
  current = link;
  store.lines.value = intake.lines = new FarLines((message) => link.post(message));
  link.post({ type: 'open', name, from });
  return link;
}

/** What comes from whoever reads. */
class Intake {
  lines: FarLines | undefined;
  /** When to show more. */
  private next = -Infinity;
  private isFirst = true;
  private readonly firstPace = store.pace.peek();

  constructor(private readonly isLive: boolean) {}

  hear(message: FromReader, link: ReaderLink): void {
    switch (message.type) {
      case 'chunk':
        tell(message.chunk, store.scene.peek());
        link.post({ type: 'taken' });
        this.show(message.progress);
        break;
      case 'done':
        store.message.value = message.findings;
        store.phase.value = 'ready';
        store.version.value++;
        // Unless somebody has chosen one in the meantime.
        if (store.pace.peek() === this.firstPace) store.pace.value = fittingPace();
        break;
      case 'failed':
        store.phase.value = 'failed';
        store.message.value = message.message;
        break;
      case 'lines':
        this.lines?.hear(message.question, message);
    }
  }

  private show(progress: number): void {
    const now = performance.now();
    store.progress.value = progress;
    if (this.isLive) store.phase.value = 'ready';
    if (!this.isLive && now < this.next) return;
    store.version.value++;
    if (this.isFirst && !this.isLive) store.time.value = store.span.value.start;
    this.isFirst = false;
    const shown = performance.now();
    this.next = shown + Math.max(SHOW_MS, (shown - now) * (1 / SHOW_SHARE - 1));
  }
}

/** All of it in about half a minute. */
function fittingPace(): number {
  const { start, end } = store.span.value;
  const wanted = (end - start) / 30;
  return store.PACES.findLast((pace) => pace <= wanted) ?? store.PACES[0]!;
}

/** Watches a run while it goes. */
export function watch(url: string, token: string, name: string): void {
  const link = open({ kind: 'live' }, name);
  store.isLive.value = true;
  store.isFollowingRun.value = true;
  // A page cannot give a socket any other headers.
  const socket = new WebSocket(url, ['kineko', `kineko.token.${token}`]);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (link !== current) return socket.close();
    if (typeof data === 'string') return hear(data);
    link.post({ type: 'bytes', bytes: new Uint8Array(data) }, [data]);
  });
  socket.addEventListener('close', () => {
    if (link !== current) return;
    store.isLive.value = false;
    store.isFollowingRun.value = false;
    if (store.message.value === '') store.message.value = 'the run is over';
  });
}

function hear(text: string): void {
  const said = JSON.parse(text) as { readonly type?: unknown; readonly stoppedBy?: string };
  if (said.type === 'status' && said.stoppedBy !== undefined)
    store.message.value = `the run is over: ${said.stoppedBy}`;
}
