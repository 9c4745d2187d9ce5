/**
 * A proxy between two processes that delays and drops data by a seeded schedule: the k-th decision on a link is the
 * same in every run. On TCP, where nothing can be dropped, it breaks connections.
 */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { Random, type RandomStream } from '@kineko/kernel';
import type { Address } from '@kineko/neko/real';

export interface ProxySchedule {
  readonly seed: number;
  /** Probability that a datagram is dropped. */
  readonly loss?: number;
  /** Probability that a datagram arrives twice. */
  readonly duplication?: number;
  /** Longest delay (ms). */
  readonly maxDelayMs?: number;
  /** Mean number of bytes after which a connection is broken. */
  readonly bytesPerBreak?: number;
  /** Maximum number of breaks of a link: a stream that breaks forever could not carry everything. */
  readonly maxBreaks?: number;
}

export interface Proxy {
  readonly address: Address;
  /** Its destination; may be set later. */
  target: Address | undefined;
  /** Number of dropped datagrams or broken connections. */
  readonly faults: number;
  close(): void;
}

const LOOPBACK = '127.0.0.1';

async function startProxy(kind: 'tcp' | 'udp', link: string, schedule: ProxySchedule): Promise<Proxy> {
  const stream = new Random(schedule.seed).stream(`proxy/${link}`);
  const proxy = kind === 'tcp' ? new TcpProxy(stream, schedule) : new UdpProxy(stream, schedule);
  await proxy.listen();
  return proxy;
}

/** One for each link of n processes, and the route of a master through them. */
export async function startProxies(kind: 'tcp' | 'udp', n: number, schedule: ProxySchedule) {
  const proxies = new Map<string, Proxy>();
  for (let from = 0; from < n; from++) {
    for (let to = 0; to < n; to++) {
      if (from !== to) proxies.set(`${from}-${to}`, await startProxy(kind, `${from}-${to}`, schedule));
    }
  }
  return {
    route: (_network: number, from: number, to: number, address: Address): Address => {
      const proxy = proxies.get(`${from}-${to}`);
      if (proxy === undefined) return address;
      proxy.target = address;
      return proxy.address;
    },
    faults: () => [...proxies.values()].reduce((sum, { faults }) => sum + faults, 0),
    close: () => {
      for (const proxy of proxies.values()) proxy.close();
    },
  };
}

class TcpProxy implements Proxy {
  address: Address = { host: LOOPBACK, port: 0 };
  target: Address | undefined;
  faults = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(
    private readonly stream: RandomStream,
    private readonly schedule: ProxySchedule,
  ) {
    this.server = createServer((socket) => this.join(socket));
  }

  async listen(): Promise<void> {
    this.server.listen(0, LOOPBACK);
    await once(this.server, 'listening');
    this.address = { host: LOOPBACK, port: (this.server.address() as { port: number }).port };
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(near: Socket): void {
    const far = createConnection(this.target!);
    const { bytesPerBreak = Infinity, maxBreaks = Infinity } = this.schedule;
    const isSpared = bytesPerBreak === Infinity || this.faults >= maxBreaks;
    let left = isSpared ? Infinity : 300 + this.stream.exponential(bytesPerBreak);
    const breakIt = (): void => {
      near.destroy();
      far.destroy();
    };
    let isBroken = false;
    const pass = (chunk: Buffer, to: Socket): void => {
      if (isBroken) return;
      left -= chunk.length;
      if (left > 0) {
        to.write(chunk);
        return;
      }
      this.faults++;
      // Usually in the middle of a line.
      to.write(chunk.subarray(0, Math.max(0, chunk.length + left)), breakIt);
      isBroken = true;
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      const waiting: Buffer[] = [];
      from.on('data', (chunk) => {
        waiting.push(chunk);
        // Whichever timer fires first, the chunks of a stream stay in order.
        setTimeout(() => pass(waiting.shift()!, to), this.delay());
      });
      from.on('error', () => {});
      from.on('close', () => {
        this.sockets.delete(from);
        setTimeout(() => to.destroy(), this.schedule.maxDelayMs ?? 0);
      });
    }
  }

  private delay(): number {
    return this.stream.uniform(0, this.schedule.maxDelayMs ?? 0);
  }
}

class UdpProxy implements Proxy {
  address: Address = { host: LOOPBACK, port: 0 };
  target: Address | undefined;
  faults = 0;
  private readonly socket: UdpSocket = createSocket('udp4');
  private isClosed = false;

  constructor(
    private readonly stream: RandomStream,
    private readonly schedule: ProxySchedule,
  ) {
    this.socket.on('error', () => {});
    this.socket.on('message', (datagram) => this.pass(datagram));
  }

  async listen(): Promise<void> {
    this.socket.bind(0, LOOPBACK);
    await once(this.socket, 'listening');
    this.address = { host: LOOPBACK, port: this.socket.address().port };
  }

  close(): void {
    this.isClosed = true;
    this.socket.close();
  }

  private pass(datagram: Buffer): void {
    const { loss = 0, duplication = 0, maxDelayMs = 0 } = this.schedule;
    const { stream } = this;
    // All draws for every datagram, so that decisions are independent.
    const isLost = stream.uniform() < loss;
    const copies = stream.uniform() < duplication ? 2 : 1;
    const delays = [stream.uniform(0, maxDelayMs), stream.uniform(0, maxDelayMs)];
    if (isLost) this.faults++;
    else for (const delay of delays.slice(0, copies)) setTimeout(() => this.forward(datagram), delay);
  }

  private forward(datagram: Buffer): void {
    if (!this.isClosed) this.socket.send(datagram, this.target!.port, this.target!.host);
  }
}
