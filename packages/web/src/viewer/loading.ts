/** Files and live runs into the scene: a piece at a time, so that the page stays awake and shows what is there. */
import { DeecoRecordReader, isDeecoLog } from '@kineko/formats/deeco';
import { isNekoLog, NekoLogReader } from '@kineko/formats/neko-log';
import { describeProblem } from '@kineko/formats/problem';
import { BinaryReader, JsonReader, type TraceHeader, type TraceRecord } from '@kineko/formats/trace';
import { classesOf } from '../scene/classes.js';
import { Scene } from '../scene/scene.js';
import * as live from './live.js';
import { LogLines } from './log-lines.js';
import * as store from './store.js';

interface Reader {
  readonly header?: TraceHeader | undefined;
  feed(bytes: Uint8Array): void;
  close(): void;
  next(): TraceRecord | undefined;
}

/** Bytes of a file that are read at a time. */
const CHUNK = 1 << 20;
/** So long may the page be kept from its user (ms). */
const SLICE_MS = 12;

/** The file that is being read; another one takes its place. */
let current = 0;

export async function openFile(file: Blob, name: string): Promise<void> {
  const turn = ++current;
  store.clear(name);
  store.lines.value = new LogLines();
  try {
    let reader: Reader | undefined;
    for (let at = 0; at < file.size; at += CHUNK) {
      const bytes = new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer());
      reader ??= readerOf(bytes, name);
      reader.feed(bytes);
      if (!(await drain(reader, turn))) return;
      store.progress.value = Math.min(1, (at + CHUNK) / file.size);
    }
    if (reader === undefined) throw new Error(`${name}: it is empty`);
    reader.close();
    if (!(await drain(reader, turn))) return;
    knowWorld(reader);
    if (store.scene.value.isEmpty) throw new Error(`${name}: there is nothing in it that could be shown`);
    store.message.value = findingsOf(reader);
    store.phase.value = 'ready';
    store.version.value++;
    store.time.value = store.span.value.start;
    store.pace.value = fittingPace();
  } catch (error) {
    if (turn !== current) return;
    store.phase.value = 'failed';
    store.message.value = error instanceof Error ? error.message : String(error);
  }
}

/** Whether it is still the one that is wanted. */
async function drain(reader: Reader, turn: number): Promise<boolean> {
  const scene = store.scene.peek();
  const lines = store.lines.peek()!;
  let began = performance.now();
  for (;;) {
    if (turn !== current) return false;
    for (let k = 0; k < 512; k++) {
      const record = reader.next();
      if (record === undefined) return true;
      scene.classes ??= reader.header && classesOf(reader.header.info);
      scene.add(record);
      lines.add(record);
    }
    if (performance.now() - began < SLICE_MS) continue;
    store.version.value++;
    await new Promise((resolve) => setTimeout(resolve, 0));
    began = performance.now();
  }
}

function readerOf(start: Uint8Array, name: string): Reader {
  if (start[0] === 0x89) return new BinaryReader(name);
  const head = new TextDecoder().decode(start.subarray(0, 1 << 16));
  if (isDeecoLog(head)) return new DeecoRecordReader(name);
  if (isNekoLog(head)) return new NekoLogReader(name);
  if (head.trimStart().startsWith('{')) return new JsonReader(name);
  throw new Error(`${name}: it is neither a Neko log nor a trace, nor a DEECo log`);
}

/** A Neko log tells neither the area nor its walls. */
function knowWorld(reader: Reader): void {
  if (!(reader instanceof NekoLogReader)) return;
  const { area, isWalled = false } = store.world.value;
  const scene = store.scene.peek();
  scene.area ??= area;
  scene.isWalled ||= isWalled;
}

function findingsOf(reader: Reader): string {
  if (reader instanceof NekoLogReader || reader instanceof DeecoRecordReader) {
    const shown = reader.problems.slice(0, 5).map((problem) => describeProblem({ ...problem, severity: 'error' }));
    const more = reader.damaged > shown.length ? [`${reader.damaged} lines in all were passed over`] : [];
    return [...shown, ...more].join('\n');
  }
  const { end } = reader as BinaryReader;
  return end?.truncated === true ? `it ends in the middle of a record, at byte ${end.offset}: the rest is missing` : '';
}

/** All of it in about half a minute. */
function fittingPace(): number {
  const { start, end } = store.span.value;
  const wanted = (end - start) / 30;
  return store.PACES.findLast((pace) => pace <= wanted) ?? store.PACES[0]!;
}

/** Watches a run while it goes. */
export function watch(url: string, token: string, name: string): void {
  const turn = ++current;
  store.clear(name);
  store.lines.value = new LogLines();
  store.isLive.value = true;
  store.isFollowingRun.value = true;
  // A page cannot give a socket any other headers.
  const socket = new WebSocket(url, ['kineko', `kineko.token.${token}`]);
  socket.binaryType = 'arraybuffer';
  live.attach(socket);
  const reader = new BinaryReader(name);
  let last = Promise.resolve(true);
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (turn !== current) return socket.close();
    if (typeof data === 'string') {
      // In its turn: it is said of what was sent before it.
      last = last.then((isCurrent) => isCurrent && obey(live.hear(data)));
      return;
    }
    const bytes = new Uint8Array(data);
    last = last.then(async (isWanted) => {
      if (!isWanted) return false;
      reader.feed(bytes);
      const isCurrent = await drain(reader, turn);
      store.phase.value = 'ready';
      store.version.value++;
      return isCurrent;
    });
  });
  socket.addEventListener('close', () => {
    if (turn === current && store.isLive.value) live.becomeReplay();
  });

  /** Whether what comes after it is still wanted. */
  function obey(news: ReturnType<typeof live.hear>): boolean {
    if (turn !== current) return false;
    if (news === 'end') {
      live.becomeReplay();
      socket.close();
    }
    if (news === 'skipped') {
      // What is missing cannot be shown: from here on it is a new beginning.
      store.scene.value = new Scene();
      store.lines.value = new LogLines();
    }
    return true;
  }
}
