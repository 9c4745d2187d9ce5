/**
 * A Chirp in TypeScript: one file, with no dependency but Node.
 *
 *     const robot = await SimulatedChirp.connect(0);
 *     for (;;) {
 *       const [ahead = 0] = await robot.distances();
 *       await robot.setSpeed(20, ahead > 10 ? 20 : -20);
 *       await robot.pause();
 *     }
 *
 * A library for the hardware implements `Chirp` too: a controller only changes its import.
 */
import { createSocket, type Socket } from 'node:dgram';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ChirpMessage {
  readonly from: number;
  readonly text: string;
}

/** One robot. Distances and speeds are in units; a Chirp is 10 units across. */
export interface Chirp {
  readonly robot: number;
  /** Wheel speeds, in units per second, until the next call. */
  setSpeed(left: number, right: number): Promise<void>;
  /** Eight values, from the rim: straight ahead, then every 45 degrees anticlockwise; 40 if there is nothing. */
  distances(): Promise<readonly number[]>;
  /** Eight values, at the positions of the distance sensors; the same for heat and gas. */
  light(): Promise<readonly number[]>;
  heat(): Promise<readonly number[]>;
  gas(): Promise<readonly number[]>;
  /** Whether the left, the middle and the right sensor are above a line. */
  line(): Promise<readonly boolean[]>;
  /** Sends to the robots that all sensors see, or that one of them (1 to 8) sees. */
  send(text: string, sensor?: number): Promise<void>;
  /** Messages since the last call. */
  messages(): Promise<readonly ChirpMessage[]>;
  /** Delivers messages without polling from now on. */
  subscribe(onMessage: (message: ChirpMessage) => void): Promise<void>;
  /** Waits for the next round; in lock-step, until the simulator has advanced. */
  pause(milliseconds?: number): Promise<void>;
  close(): void;
}

const FRAME_MS = 16;
const PATIENCE_MS = 1000;
const ATTEMPTS = 15;

export interface ChirpAddress {
  readonly host?: string;
  readonly port?: number;
}

/** A robot of the simulator. */
export class SimulatedChirp implements Chirp {
  private readonly isInLockstep = process.env['CHIRP_LOCKSTEP'] === '1';
  private onReply: ((reply: string) => void) | undefined;
  private onMessage: ((message: ChirpMessage) => void) | undefined;
  /** Requests wait for each other, since replies do not name their request. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly robot: number,
    private readonly socket: Socket,
  ) {
    socket.on('message', (datagram) => this.received(datagram.toString('ascii')));
    socket.on('error', () => {}); // No server listens yet: the request is repeated.
  }

  static async connect(robot: number, address: ChirpAddress = {}): Promise<SimulatedChirp> {
    const host = address.host ?? process.env['CHIRP_HOST'] ?? '127.0.0.1';
    const port = address.port ?? Number(process.env['CHIRP_PORT'] ?? 37875);
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => {
      socket.connect(port, host, () => resolve());
    });
    return new SimulatedChirp(robot, socket);
  }

  async setSpeed(left: number, right: number): Promise<void> {
    await this.ask(`setspeed ${left} ${right}`);
  }

  distances(): Promise<readonly number[]> {
    return this.numbers('getsensors');
  }

  light(): Promise<readonly number[]> {
    return this.numbers('getsensors light');
  }

  heat(): Promise<readonly number[]> {
    return this.numbers('getsensors heat');
  }

  gas(): Promise<readonly number[]> {
    return this.numbers('getsensors gas');
  }

  async line(): Promise<readonly boolean[]> {
    return (await this.numbers('getsensors line')).map((value) => value === 1);
  }

  async send(text: string, sensor?: number): Promise<void> {
    const what = sensor === undefined ? 'sendmessage' : `sendmessageon ${sensor}`;
    await this.ask(`${what} ${encodeURIComponent(text)}`, 1);
  }

  async messages(): Promise<readonly ChirpMessage[]> {
    const found: ChirpMessage[] = [];
    for (;;) {
      const [count, ...messages] = await this.ask('getmessages', 1);
      found.push(...messages.map(letterOf));
      if (count === '0') return found;
    }
  }

  async subscribe(onMessage: (message: ChirpMessage) => void): Promise<void> {
    this.onMessage = onMessage;
    await this.ask('subscribe');
  }

  async pause(milliseconds = FRAME_MS): Promise<void> {
    if (!this.isInLockstep) await sleep(milliseconds);
  }

  close(): void {
    this.socket.close();
  }

  private async numbers(request: string): Promise<number[]> {
    return (await this.ask(request)).map(Number);
  }

  /** Returns the words after "ok". */
  private ask(request: string, attempts = ATTEMPTS): Promise<string[]> {
    const token = process.env['CHIRP_TOKEN'];
    const text = [...(token === undefined ? [] : [token]), String(this.robot), request].join(' ');
    const asked = this.last.then(() => this.askNow(text, attempts));
    this.last = asked.catch(() => {});
    return asked;
  }

  /** Datagrams may be lost: a request that may be repeated is repeated. */
  private async askNow(text: string, attempts: number): Promise<string[]> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const reply = await this.attempt(text);
      if (reply === undefined) continue;
      const [word, ...rest] = reply.split(' ');
      if (word === 'ok') return rest;
      throw new Error(`${text}: ${rest.join(' ')}`);
    }
    throw new Error(`${text}: the simulator does not answer`);
  }

  private attempt(text: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      // In lock-step a reply may take as long as the slowest other controller.
      const impatience = this.isInLockstep ? undefined : setTimeout(() => resolve(undefined), PATIENCE_MS);
      this.onReply = (reply) => {
        clearTimeout(impatience);
        this.onReply = undefined;
        resolve(reply);
      };
      this.socket.send(text);
    });
  }

  private received(text: string): void {
    if (text.startsWith('message ')) this.onMessage?.(letterOf(text.slice('message '.length)));
    else this.onReply?.(text);
  }
}

function letterOf(text: string): ChirpMessage {
  const [, from = '', content = ''] = /^(-?\d+):(.*)$/.exec(text) ?? [];
  return { from: Number(from), text: decodeURIComponent(content) };
}
