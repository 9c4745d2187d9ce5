/**
 * Many viewers in a separate process, so that their memory and time are not counted as the server's: some watch, some never
 * read, some come and go. The parent process sends the address; the answer is what they received.
 */
import { performance } from 'node:perf_hooks';
import { BinaryReader } from '@kineko/formats/trace';
import { WebSocket } from 'ws';
import { ask, UPGRADE } from './raw-request.js';

export interface CrowdOptions {
  readonly port: number;
  readonly token: string;
  readonly watching: number;
  readonly stalled: number;
  readonly comingPerSecond: number;
}

export interface CrowdReport {
  /** Time from making a record to reading it in a viewer, over all records and viewers (ms). */
  readonly lagsMs: { readonly median: number; readonly p99: number; readonly most: number };
  readonly records: readonly number[];
  /** Viewers that never read and were disconnected. */
  readonly closed: number;
  readonly visits: number;
}

/** Equal in both processes (ms). */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}

const lags: number[] = [];
let visits = 0;
let closed = 0;

class Watcher {
  readonly reader = new BinaryReader('live run');
  records = 0;
  readonly socket: WebSocket;

  constructor({ port, token }: CrowdOptions) {
    const headers = { Authorization: `Bearer ${token}` };
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers });
    this.socket.on('error', () => {});
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.read(data);
    });
  }

  private read(frame: Uint8Array): void {
    const now = sharedNow();
    this.reader.feed(frame);
    for (let record = this.reader.next(); record !== undefined; record = this.reader.next()) {
      this.records++;
      if (record.type === 'warning') lags.push(now - Number(record.text));
    }
  }
}

async function stall({ port, token }: CrowdOptions): Promise<void> {
  const headers = [['Host', `127.0.0.1:${port}`], ['Authorization', `Bearer ${token}`], ...UPGRADE] as const;
  const { socket } = await ask(port, { path: '/live', headers });
  socket.pause();
  // A client that does not read sees the end only when it writes.
  const timer = setInterval(() => socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0])), 100);
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    closed++;
  });
}

function comeAndGo(options: CrowdOptions): void {
  const watcher = new Watcher(options);
  visits++;
  watcher.socket.on('message', () => watcher.socket.terminate());
}

function start(options: CrowdOptions): void {
  const watchers = Array.from({ length: options.watching }, () => new Watcher(options));
  for (let i = 0; i < options.stalled; i++) void stall(options);
  setInterval(() => comeAndGo(options), 1000 / options.comingPerSecond);
  process.on('message', () => {
    lags.sort((a, b) => a - b);
    const at = (share: number): number => lags[Math.min(lags.length - 1, Math.floor(share * lags.length))] ?? 0;
    const report: CrowdReport = {
      lagsMs: { median: at(0.5), p99: at(0.99), most: at(1) },
      records: watchers.map(({ records }) => records),
      closed,
      visits,
    };
    process.send!(report, () => process.exit());
  });
}

if (process.send !== undefined) process.once('message', (options) => start(options as CrowdOptions));
