/** Environments with real sockets for tests, and clients that exchange lines. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScoutRobot } from '@kineko/crsim';
import { crsim, type CrsimScenario } from '../src/run/scenario.js';
import { tcpTransport } from '@kineko/crsim/node';
import { readForPanel, serveCrsim } from '../src/node/serve.js';
import type { ScoutOptions } from '../src/run/robots/scout-robot.js';
import type { ServeCrsimOptions, ServedCrsim } from '../src/node/serve.js';
import { NodeHost } from '@kineko/run/node';

export type Heard = Readonly<Record<string, unknown>>;

/** A client that sends lines and waits for others. */
export class LineClient {
  readonly heard: Heard[] = [];
  isClosed = false;
  private socket: Socket;
  private rest = '';
  private wake: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (chunk: string) => {
      const lines = (this.rest + chunk).split('\n');
      this.rest = lines.pop()!;
      this.heard.push(...lines.map((line) => JSON.parse(line) as Heard));
      this.tell();
    });
    socket.on('close', () => {
      this.isClosed = true;
      this.tell();
    });
  }

  static async connect(port: number): Promise<LineClient> {
    const socket = createConnection({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new LineClient(socket);
  }

  send(line: unknown): void {
    this.socket.write(`${JSON.stringify(line)}\n`);
  }

  write(text: string | Uint8Array): void {
    this.socket.write(text);
  }

  /** Waits until a condition on the received lines holds; fails if the connection ends before. */
  async until<T>(find: (heard: readonly Heard[]) => T | undefined | false): Promise<T> {
    for (;;) {
      const found = find(this.heard);
      if (found !== undefined && found !== false) return found;
      if (this.isClosed) throw new Error(`the connection has ended; heard: ${JSON.stringify(this.heard)}`);
      await new Promise<void>((resolve) => void this.wake.push(resolve));
    }
  }

  /** The next line with this member that was not taken yet. */
  async next(key: string): Promise<Heard> {
    const line = await this.until((heard) => heard.find((each) => key in each));
    this.heard.splice(this.heard.indexOf(line), 1);
    return line;
  }

  async closed(): Promise<void> {
    while (!this.isClosed) await new Promise<void>((resolve) => void this.wake.push(resolve));
  }

  /** Sends requests as a panel and waits for the responses. */
  async call(...requests: readonly (readonly [method: string, ...params: unknown[]])[]): Promise<readonly Heard[]> {
    const id = ++this.calls;
    this.send({ id, requests: requests.map(([method, ...params]) => ({ method, params })) });
    const answer = await this.until((heard) => heard.find((each) => each['id'] === id));
    return answer['responses'] as readonly Heard[];
  }
  private calls = 0;

  /** Ends its output, and keeps reading. */
  finish(): void {
    this.socket.end();
  }

  end(): void {
    this.socket.destroy();
  }

  private tell(): void {
    for (const resolve of this.wake.splice(0)) resolve();
  }
}

export interface TestEnvironment extends ServedCrsim {
  readonly folder: string;
  readonly status: readonly string[];
  client(which: 'robot' | 'viewer' | 'panel'): Promise<LineClient>;
  robot(options: ScoutOptions): Promise<ScoutRobot>;
  /** A panel that has sent its hello. */
  panel(role: string): Promise<LineClient>;
  /** Waits for a status line that matches. */
  statusMatching(pattern: RegExp): Promise<string>;
}

const open = new Set<ServedCrsim>();
const folders = new Set<string>();

/** Closes everything that a test has left open. */
export async function closeAll(): Promise<void> {
  for (const served of open) await served.close();
  open.clear();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

export async function serveTest(
  xml: string | undefined,
  options: Partial<ServeCrsimOptions> = {},
): Promise<TestEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'kineko-crsim-'));
  if (xml !== undefined) writeFileSync(join(folder, 'model.xml'), xml);
  folders.add(folder);
  const status: string[] = [];
  const waiting: (() => void)[] = [];
  const host = new NodeHost();
  const load = async (file: string): Promise<CrsimScenario> => {
    const bytes = await readForPanel(file, folder, host);
    return (await crsim().load({ path: join(folder, file), bytes }, host)) as CrsimScenario;
  };
  const served = await serveCrsim({
    load,
    file: xml === undefined ? undefined : 'model.xml',
    ports: { robot: 0, viewer: 0, panel: 0, web: 0 },
    seed: () => 5,
    cwd: folder,
    // On a busy machine a robot may take its time.
    deadlineMs: 3_600_000,
    onStatus: (line) => {
      status.push(line);
      for (const resolve of waiting.splice(0)) resolve();
    },
    ...options,
  });
  open.add(served);
  const client = (which: 'robot' | 'viewer' | 'panel'): Promise<LineClient> =>
    LineClient.connect(served.ports.get(which)!);
  return {
    session: served.session,
    panels: served.panels,
    ports: served.ports,
    token: served.token,
    url: served.url,
    warnings: served.warnings,
    close: async () => {
      open.delete(served);
      await served.close();
    },
    folder,
    status,
    client,
    robot: async (scout) => ScoutRobot.connect(await tcpTransport(served.ports.get('robot')!), scout),
    panel: async (role) => {
      const panel = await client('panel');
      await panel.call(['hello', role, served.token]);
      return panel;
    },
    statusMatching: async (pattern) => {
      for (;;) {
        const line = status.find((each) => pattern.test(each));
        if (line !== undefined) return line;
        await new Promise<void>((resolve) => void waiting.push(resolve));
      }
    },
  };
}
