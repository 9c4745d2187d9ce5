/** Loads files and live runs: a worker reads them, and the scene grows chunk by chunk. */
import { batch } from '@preact/signals';
import { addWorld } from '../look/add-world.js';
import type { FromReader, Origin } from '../reading/protocol.js';
import { replayChunk } from '../scene/chunk.js';
import { LineCache } from './line-cache.js';
import * as live from './live.js';
import { type ReaderLink, startReader } from './reader-link.js';
import * as store from './store.js';

/** Minimum time between updates of the picture while loading (ms), and the share of the time they may take. */
const SHOW_MS = 80;
const SHOW_SHARE = 0.2;

/** Close code of the server when it switches to another run. */
const ANOTHER_RUN = 4001;

/** The reader of the present run. */
let current: ReaderLink | undefined;

/** Resolves when the file has been read, or reading failed. */
export function openFile(file: Blob, name: string): Promise<void> {
  return open({ kind: 'blob', blob: file }, name).whenRead;
}

/** Opens a file of the page's server. */
export function openUrl(url: string, token: string, name: string): Promise<void> {
  return open({ kind: 'url', url: new URL(url, location.href).href, token }, name).whenRead;
}

function open(from: Origin, name: string, obey?: (note: string) => void): Opened {
  current?.close();
  batch(() => store.clear(name));
  const intake = new Intake(from.kind === 'live', obey);
  const link = startReader((message) => {
    if (link === current) intake.hear(message, link);
  });
  current = link;
  const post: ConstructorParameters<typeof LineCache>[0] = (message) => link.post(message);
  const questions = { last: 0 };
  store.lines.value = new LineCache(post, questions);
  store.listed.value = new LineCache(post, questions);
  intake.lines = [store.lines.value, store.listed.value];
  const { radius, radii } = store.world.value;
  link.post({ type: 'open', name, from, options: { defaultRadius: radius, radii: radii && new Map(radii) } });
  return { link, whenRead: intake.whenRead };
}

interface Opened {
  readonly link: ReaderLink;
  readonly whenRead: Promise<void>;
}

/** Handles the messages of a reader. */
class Intake {
  lines: readonly LineCache[] = [];
  /** Time of the next update. */
  private next = -Infinity;
  private isFirst = true;
  private readonly firstPace = store.pace.peek();
  private tellRead: () => void = () => {};
  readonly whenRead = new Promise<void>((resolve) => {
    this.tellRead = resolve;
  });

  constructor(
    private readonly isLive: boolean,
    private readonly obey: ((note: string) => void) | undefined,
  ) {}

  hear(message: FromReader, link: ReaderLink): void {
    switch (message.type) {
      case 'chunk':
        replayChunk(message.chunk, store.scene.peek());
        link.post({ type: 'taken' });
        this.show(message.progress);
        break;
      case 'done':
        if (message.kind === 'neko') addWorld(store.scene.peek(), store.world.value);
        store.scene.peek().continueTo(store.world.value.end);
        batch(() => {
          store.message.value = message.findings;
          store.phase.value = 'ready';
          store.showAdded();
          // Unless the user has chosen one in the meantime.
          if (store.pace.peek() === this.firstPace) store.pace.value = store.fittingPace();
        });
        this.tellRead();
        break;
      case 'failed':
        store.phase.value = 'failed';
        store.message.value = message.message;
        this.tellRead();
        break;
      case 'note':
        this.obey?.(message.text);
        break;
      case 'lines':
        for (const cache of this.lines) cache.hear(message.question, message);
    }
  }

  private show(progress: number): void {
    const now = performance.now();
    store.progress.value = progress;
    if (this.isLive) store.phase.value = 'ready';
    if (!this.isLive && now < this.next) return;
    batch(() => {
      store.showAdded();
      if (this.isFirst && !this.isLive) store.time.value = store.span.value.start;
    });
    this.isFirst = false;
    const shown = performance.now();
    this.next = shown + Math.max(SHOW_MS, (shown - now) * (1 / SHOW_SHARE - 1));
  }
}

/** Watches a live run. */
export function watch(url: string, token: string, name: string): void {
  let { link } = open({ kind: 'live' }, name, obey);
  store.isLive.value = true;
  store.isFollowingRun.value = true;
  // A page cannot set other headers of a socket.
  const socket = new WebSocket(url, ['kineko', `kineko.token.${token}`]);
  socket.binaryType = 'arraybuffer';
  live.attach(socket);
  /** The first bytes; later ones can only be read after them. */
  let header: Uint8Array | undefined;
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (link !== current) return socket.close();
    if (typeof data === 'string') {
      if (live.isSkip(data)) startAnew();
      // In order, because it refers to the bytes sent before it.
      else link.post({ type: 'note', text: data });
      return;
    }
    header ??= new Uint8Array(data.slice(0));
    link.post({ type: 'bytes', bytes: new Uint8Array(data) }, [data]);
  });
  socket.addEventListener('close', ({ code }) => {
    if (link !== current) return;
    if (code === ANOTHER_RUN) watch(url, token, name);
    else if (store.phase.value === 'failed') live.becomeReplay();
    // In order, because the reader may not have read all bytes.
    else link.post({ type: 'note', text: live.END });
  });

  function obey(note: string): void {
    // The connection stays open: the server may switch to another run.
    if (live.hear(note) && store.isLive.value) live.becomeReplay();
  }

  /** Restarts with an empty scene after skipped records. */
  function startAnew(): void {
    ({ link } = open({ kind: 'live' }, name, obey));
    store.isLive.value = true;
    store.isFollowingRun.value = true;
    if (header !== undefined) link.post({ type: 'bytes', bytes: header.slice() });
  }
}
