/** A process that waits for a master and takes part in its run. */
import { expected } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { type Address, checkExposure, type ListenOptions, LOOPBACK } from './address.js';
import { algorithmOf } from './algorithm.js';
import { AuthenticatedServer } from './authenticated-server.js';
import { Control } from './control.js';
import { RealNetworkError } from './errors.js';
import { type Frame, type FrameOf, MAX_TEXT } from './frames.js';
import type { Greeting } from './handshake.js';
import type { LineConnection } from './lines.js';
import { limitsWith, type RealLimits } from './limits.js';
import { RealNode } from './node.js';
import { RecordLineWriter } from './record-lines.js';
import { differenceOf, type ProcessOptions, problemOf, type RunSetup } from './setup.js';
import { controlKey, runKey } from './token.js';

export interface SlaveOptions extends ListenOptions, ProcessOptions {
  /** In a symmetric start: the assignment that the master must send. */
  readonly agreed?: RunSetup & { readonly id: number };
}

export type SlaveEnd = 'closed' | 'failed' | 'master lost';

export interface SlaveReport {
  readonly id: number;
  readonly stoppedBy: SlaveEnd;
  /** The error, if it failed. */
  readonly message: string | undefined;
  readonly seconds: number;
}

/** Starts to listen for a master. */
export async function startSlave(options: SlaveOptions): Promise<Slave> {
  const slave = new Slave(options);
  await slave.listen();
  return slave;
}

export class Slave {
  address: Address;
  /** Settles after a run; undefined if it was closed before. */
  readonly done: Promise<SlaveReport | undefined>;
  refused = 0;
  /** Why the last master did not start a run. */
  lastProblem: string | undefined;
  private readonly limits: RealLimits;
  private readonly server: AuthenticatedServer;
  private session: Session | undefined;
  private finish: (report: SlaveReport | undefined) => void = () => {};

  constructor(private readonly options: SlaveOptions) {
    const { host = LOOPBACK, port = 0, token } = options;
    checkExposure(host, token);
    this.address = { host, port };
    this.limits = limitsWith(options.limits);
    this.done = new Promise((resolve) => (this.finish = resolve));
    this.server = new AuthenticatedServer({
      key: controlKey(token),
      limits: this.limits,
      admit: (greeting) => this.admit(greeting),
      connected: (connection) => void this.serve(connection),
      refused: () => this.refused++,
    });
  }

  async listen(): Promise<void> {
    this.address = { ...this.address, port: await this.server.listen(this.address) };
  }

  /** Stops waiting; a run in progress ends for this process like a crash. */
  close(): void {
    this.server.destroy();
    this.session?.abort();
    if (this.session === undefined) this.finish(undefined);
  }

  /** Closes it unless it has a master. */
  giveUp(reason: string): void {
    if (this.session !== undefined) return;
    this.lastProblem ??= reason;
    this.close();
  }

  private admit({ purpose }: Greeting): number {
    if (purpose !== 'control') throw new RealNetworkError('this is where a master is expected');
    if (this.session !== undefined) throw new RealNetworkError('it has a master already');
    return 0;
  }

  private async serve(connection: LineConnection): Promise<void> {
    // Two masters may have been admitted at the same time.
    if (this.session !== undefined) return connection.destroy();
    const { options, limits, address } = this;
    this.session = new Session(new Control(connection, limits, 'the master'), options, address.host, limits);
    const outcome = await this.session.run();
    this.session = undefined;
    const report = typeof outcome === 'string' ? undefined : outcome;
    if (typeof outcome === 'string') this.lastProblem = outcome;
    // If no run was started, another master may connect, unless the start is symmetric.
    if (report === undefined && this.server.isListening && options.agreed === undefined) return;
    this.server.stop();
    this.finish(report);
  }
}

class Session {
  private node: RealNode | undefined;
  private readonly writer = new RecordLineWriter();
  private recordsLost = 0;
  private id = 0;
  private end: ((end: SlaveEnd, message?: string) => void) | undefined;

  constructor(
    private readonly control: Control,
    private readonly options: SlaveOptions,
    private readonly host: string,
    private readonly limits: RealLimits,
  ) {}

  /** Resolves with the reason if there was no run. */
  async run(): Promise<SlaveReport | string> {
    const { control } = this;
    try {
      const { age } = await this.prepare();
      return await this.play(age);
    } catch (error) {
      const reason = reasonOf(error);
      control.send({ kind: 'refuse', reason });
      control.finish();
      return reason;
    } finally {
      this.node?.close();
    }
  }

  abort(): void {
    this.control.destroy();
  }

  private async prepare(): Promise<FrameOf<'start'>> {
    const { control, limits, options } = this;
    const assigned = await control.next('assign');
    const { id, n, run, parameters, networks, records } = assigned;
    const problem =
      problemOf(assigned, limits) ??
      (id < 1 || id >= n ? `id: ${expected(`an integer from 1 to ${n - 1}`, id)}` : undefined) ??
      (options.agreed && differenceOf(assigned, options.agreed));
    if (problem !== undefined) throw new RealNetworkError(problem);
    this.id = id;
    this.node = new RealNode({
      ...assigned,
      limits,
      host: this.host,
      algorithm: algorithmOf(options.algorithms, assigned.algorithm),
      context: {
        parameters,
        shutdown: (reason = '') => control.send({ kind: 'request', reason: reason.slice(0, MAX_TEXT) }),
      },
      key: runKey(options.token, run),
      log: options.log,
      emit: records ? (record) => this.report(this.writer.print(record)) : undefined,
    });
    control.send({ kind: 'listening', ports: await this.node.listen() });
    const { addresses } = await control.next('connect');
    if (addresses.length !== networks.length || addresses.some((table) => table.length !== n)) {
      throw new RealNetworkError(`addresses: expected those of ${networks.length} networks of ${n} processes each`);
    }
    await this.node.open(addresses);
    control.send({ kind: 'connected' });
    return control.next('start');
  }

  private report(line: string): void {
    if (!this.control.sendRecord(line)) this.recordsLost++;
  }

  private play(age: number): Promise<SlaveReport> {
    const { control, id } = this;
    const node = this.node!;
    return new Promise((resolve) => {
      this.end = (stoppedBy, message) => {
        this.end = undefined;
        node.close();
        control.finish();
        resolve({ id, stoppedBy, message, seconds: node.live.elapsed });
      };
      const failed = (error: unknown): void => {
        const message = reasonOf(error);
        control.send({ kind: 'failed', message });
        this.end?.('failed', message);
      };
      node.run(age).catch(failed);
      node.watch({
        passed: (time) => control.send({ kind: 'passed', time }),
        finished: () => control.send({ kind: 'finished' }),
      });
      control.listen({
        frame: (frame) => this.obey(frame, node),
        record: () => control.badFrames++,
        closed: () => this.end?.('master lost'),
      });
    });
  }

  private obey(frame: Frame, node: RealNode): void {
    const { control } = this;
    switch (frame.kind) {
      case 'gone':
        node.peerGone(frame.process);
        break;
      case 'announce':
        node.announceEnd();
        void node.drained().then(() => control.send({ kind: 'drained' }));
        break;
      case 'close': {
        // First, since it may record drops.
        node.close();
        const counts = { ...node.counts, recordsLost: this.recordsLost, badControlFrames: control.badFrames };
        control.send({ kind: 'closed', counts });
        this.end?.('closed');
        break;
      }
      default:
        control.badFrames++;
    }
  }
}

/** Limited to the length that fits into a frame. */
function reasonOf(error: unknown): string {
  return messageOf(error).slice(0, MAX_TEXT);
}
