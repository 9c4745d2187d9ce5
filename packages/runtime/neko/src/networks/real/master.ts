/**
 * Process 0 of a run. It connects to each slave, assigns its part of the run, makes all connect to each other, starts them
 * together, collects their records and ends the run in phases. A lost slave counts as crashed.
 */
import { performance } from 'node:perf_hooks';
import { EventClass, messageOf } from '@kineko/kernel';
import type { NekoRecord } from '../../records.js';
import { type Address, checkExposure, isLoopback, type ListenOptions, LOOPBACK, shownAddress } from './address.js';
import { algorithmOf } from './algorithm.js';
import { Control } from './control.js';
import { RealNetworkError, RefusedError } from './errors.js';
import { type Frame, type FrameOf, MAX_TEXT, readFrame } from './frames.js';
import { connectTo } from './handshake.js';
import type { LineConnection } from './lines.js';
import { limitsWith, type RealLimits } from './limits.js';
import { isRecordOf, RecordMerger } from './merge-records.js';
import { RealNode } from './node.js';
import { allSettled, settledWithin } from './promises.js';
import { RecordLineReader } from './record-lines.js';
import { type ProcessOptions, type RunSetup, type SetupOptions, setupOf } from './setup.js';
import { controlKey, newToken, runKey } from './token.js';

export interface MasterOptions extends SetupOptions, ProcessOptions, Pick<ListenOptions, 'host'> {
  /** The addresses of the slaves; the first is process 1. */
  readonly slaves: readonly Address[];
  /** The host name under which slaves reach this process. Default: the address it listens on. */
  readonly advertise?: string;
  /** Seconds after which the run ends. */
  readonly timeLimit?: number;
  readonly signal?: AbortSignal;
  /** Called when a slave is lost during the run. */
  readonly onLost?: (process: number) => void;
  /** Called for each record in the order of the report, as soon as no earlier one can follow. */
  readonly onRecord?: ((record: NekoRecord) => void) | undefined;
  /** Whether records are made and collected. Default: true. */
  readonly records?: boolean;
  /**
   * The address at which process `from` reaches process `to`, if not the one it listens on (proxies, address
   * translation).
   */
  readonly route?: (network: number, from: number, to: number, address: Address) => Address;
}

export interface RealRunReport {
  readonly stoppedBy: 'shutdown' | 'finished' | 'time' | 'interrupted' | 'failed';
  readonly reason: string;
  readonly seconds: number;
  readonly crashed: readonly number[];
  readonly failures: readonly { readonly process: number; readonly message: string }[];
  /** Records of all processes, by time and then by process. */
  readonly records: readonly NekoRecord[];
  readonly recordsLost: number;
  /** By process; undefined for lost ones. */
  readonly counts: readonly (Readonly<Record<string, number>> | undefined)[];
}

/** Number of round trips measured per slave; the shortest counts. */
const ROUND_TRIPS = 5;

/** A slave, from the view of the master. */
interface SlaveState {
  readonly id: number;
  readonly address: Address;
  readonly control: Control;
  readonly reader: RecordLineReader;
  state: 'running' | 'drained' | 'closed' | 'gone';
  hasFinished: boolean;
  counts: Readonly<Record<string, number>> | undefined;
}

/** Runs process 0 until the run has ended everywhere. Rejects if it cannot be started. */
export async function runMaster(options: MasterOptions): Promise<RealRunReport> {
  const { signal } = options;
  const master = new Master(options);
  const interrupt = (): void => master.interrupt();
  signal?.addEventListener('abort', interrupt);
  try {
    if (signal?.aborted === true) interrupt();
    await master.prepare();
    return await master.run();
  } catch (error) {
    throw signal?.aborted === true ? new RealNetworkError('interrupted before the start', { cause: error }) : error;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    master.close();
  }
}

class Master {
  private readonly limits: RealLimits;
  private readonly setup: RunSetup;
  private readonly runId = newToken();
  private readonly host: string;
  private readonly node: RealNode;
  private readonly giveUp = new AbortController();
  private hasStarted = false;
  private slaves: SlaveState[] = [];
  private readonly controls: Control[] = [];
  private readonly merger: RecordMerger;
  /** Records of all processes, up to the time before which no more can follow. */
  private readonly records: NekoRecord[] = [];
  /** By process. */
  private readonly recordCounts: number[];
  private recordsLost = 0;
  private hasFinished = false;
  private readonly crashed: number[] = [];
  private readonly failures: { process: number; message: string }[] = [];
  private ending: Pick<RealRunReport, 'stoppedBy' | 'reason'> | undefined;
  /** Called when a condition of `until` may have changed. */
  private changed: () => void = () => {};

  constructor(private readonly options: MasterOptions) {
    const { host = LOOPBACK, token, slaves, records = true } = options;
    checkExposure(host, token);
    checkReach(options.advertise ?? host, slaves);
    this.host = host;
    this.limits = limitsWith(options.limits);
    const setup = setupOf(options, slaves.length + 1, this.limits);
    this.setup = setup;
    this.recordCounts = Array.from({ length: setup.n }, () => 0);
    this.merger = new RecordMerger(setup.n, (record) => {
      this.records.push(record);
      options.onRecord?.(record);
    });
    this.node = new RealNode({
      ...setup,
      id: 0,
      limits: this.limits,
      host,
      algorithm: algorithmOf(options.algorithms, setup.algorithm),
      context: { parameters: setup.parameters, shutdown: (reason = '') => this.end('shutdown', reason) },
      key: runKey(token, this.runId),
      log: options.log,
      emit: records ? (record) => this.keep(0, record) : undefined,
    });
  }

  async prepare(): Promise<void> {
    const { options, node } = this;
    this.checkAssignable();
    this.slaves = await allSettled(options.slaves.map((address, index) => this.reach(address, index + 1)));
    for (const { id, control } of this.slaves) control.send(this.assignment(id));
    const ownPorts = await node.listen();
    const others = await allSettled(this.slaves.map(({ control }) => control.next('listening')));
    const ports = [ownPorts, ...others.map((each) => each.ports)];
    const tables = this.addresses(ports);
    for (const { id, control } of this.slaves) control.send({ kind: 'connect', addresses: this.routed(tables, id) });
    await node.open(this.routed(tables, 0));
    await allSettled(this.slaves.map(({ control }) => control.next('connected')));
  }

  async run(): Promise<RealRunReport> {
    const { node, options, setup } = this;
    const halfTrips: number[] = [];
    for (const { control } of this.slaves) halfTrips.push((await shortestTrip(control)) / 2);
    for (const slave of this.slaves) this.listenTo(slave);
    const startMs = performance.now();
    for (const [index, { control }] of this.slaves.entries()) {
      control.send({ kind: 'start', age: (performance.now() - startMs + halfTrips[index]!) / 1000 });
    }
    if (options.timeLimit !== undefined) this.endAt(options.timeLimit);
    this.hasStarted = true;
    node.run(0).catch((error: unknown) => this.failed(0, error));
    node.watch({
      passed: (time) => this.merger.pass(0, time),
      finished: () => {
        this.hasFinished = true;
        this.endIfFinished();
      },
    });
    await this.until(() => this.ending !== undefined, Infinity);
    await this.endInPhases();
    this.merger.finish();
    const { crashed, failures, recordsLost } = this;
    return {
      ...this.ending!,
      seconds: node.live.elapsed,
      crashed: crashed.sort((a, b) => a - b),
      failures,
      records: this.records,
      recordsLost: this.slaves.reduce((sum, { counts }) => sum + (counts?.['recordsLost'] ?? 0), recordsLost),
      counts: Array.from({ length: setup.n }, (_, id) => (id === 0 ? { ...node.counts } : this.slaves[id - 1]!.counts)),
    };
  }

  /** Ends the run in order, or aborts its start. */
  interrupt(): void {
    if (this.hasStarted) this.end('interrupted', 'a signal');
    else this.close();
  }

  close(): void {
    this.giveUp.abort();
    this.node.close();
    for (const control of this.controls) control.destroy();
  }

  // The start.

  private assignment(id: number): FrameOf<'assign'> {
    const { setup, runId: run, options } = this;
    return { kind: 'assign', run, id, ...setup, networks: [...setup.networks], records: options.records !== false };
  }

  /** Finds parameters that slaves would refuse, where they come from. */
  private checkAssignable(): void {
    const bytes = Buffer.from(JSON.stringify(this.assignment(1)));
    const { frameBytes } = this.limits;
    if (bytes.length > frameBytes) {
      throw new RealNetworkError(`parameters: expected at most ${frameBytes} bytes per slave, got ${bytes.length}`);
    }
    try {
      readFrame(bytes);
    } catch (cause) {
      const why = messageOf(cause);
      throw new RealNetworkError(`the algorithm's name or its parameters cannot be sent to slaves: ${why}`, { cause });
    }
  }

  private async reach(address: Address, id: number): Promise<SlaveState> {
    const { limits } = this;
    const who = `slave ${id} at ${shownAddress(address)}`;
    const deadline = performance.now() + limits.startMs;
    for (let pauseMs = limits.firstRetryMs; ; pauseMs = Math.min(2 * pauseMs, limits.longestRetryMs)) {
      try {
        const connection = await this.connect(address);
        const control = new Control(connection, limits, who);
        this.controls.push(control);
        const reader = new RecordLineReader();
        return { id, address, control, reader, state: 'running', hasFinished: false, counts: undefined };
      } catch (error) {
        const why = messageOf(error);
        if (error instanceof RefusedError) throw new RefusedError(`${who}: ${why}`, { cause: error });
        if (this.giveUp.signal.aborted || performance.now() + pauseMs > deadline) {
          throw new RealNetworkError(`${who} cannot be reached (${why}): is it started, and is this its port?`, {
            cause: error,
          });
        }
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  private async connect(address: Address): Promise<LineConnection> {
    const greeting = { purpose: 'control', from: 0, to: 0 } as const;
    const key = controlKey(this.options.token);
    const { connection } = await connectTo(address, greeting, key, this.limits, this.giveUp.signal);
    return connection;
  }

  /** By network, then by process. */
  private addresses(ports: readonly (readonly number[])[]): Address[][] {
    const { setup, options, slaves } = this;
    const hosts = [options.advertise ?? this.host, ...slaves.map(({ address }) => address.host)];
    return setup.networks.map((_, network) =>
      ports.map((of, id) => {
        const port = of[network];
        if (port === undefined) throw new RealNetworkError(`p${id} has no port for network ${network}`);
        return { host: hosts[id]!, port };
      }),
    );
  }

  private routed(tables: readonly (readonly Address[])[], from: number): Address[][] {
    const { route = (_network, _from, _to, address) => address } = this.options;
    return tables.map((table, network) => table.map((address, to) => route(network, from, to, address)));
  }

  // The run.

  private listenTo(slave: SlaveState): void {
    slave.control.listen({
      frame: (frame) => this.handleFrame(slave, frame),
      record: (line) => this.takeRecord(slave, line),
      closed: () => {
        if (slave.state !== 'closed') this.lost(slave);
      },
    });
  }

  private handleFrame(slave: SlaveState, frame: Frame): void {
    switch (frame.kind) {
      case 'request':
        this.end('shutdown', frame.reason);
        break;
      case 'failed':
        this.failed(slave.id, new Error(frame.message));
        break;
      case 'passed':
        this.merger.pass(slave.id, frame.time);
        break;
      case 'finished':
        slave.hasFinished = true;
        this.endIfFinished();
        break;
      case 'drained':
        if (slave.state === 'running') slave.state = 'drained';
        this.changed();
        break;
      case 'closed':
        slave.state = 'closed';
        slave.counts = frame.counts;
        this.merger.pass(slave.id, Infinity);
        this.changed();
        break;
      default:
        slave.control.badFrames++;
    }
  }

  private takeRecord({ id, reader, control }: SlaveState, line: Buffer): void {
    try {
      const record = reader.read(line);
      if (isRecordOf(record, id, this.setup.n)) this.keep(id, record);
      else control.badFrames++;
    } catch {
      control.badFrames++;
    }
  }

  private keep(process: number, record: NekoRecord): void {
    if (this.recordCounts[process]!++ < this.limits.records) this.merger.add(process, record);
    else this.recordsLost++;
  }

  private failed(process: number, error: unknown): void {
    const message = messageOf(error);
    this.failures.push({ process, message });
    const slave = this.slaves[process - 1];
    if (slave !== undefined) this.lost(slave);
    else this.sendAll({ kind: 'gone', process: 0 });
    this.end('failed', `p${process}: ${message}`);
  }

  /** The other processes see a crash. */
  private lost(slave: SlaveState): void {
    if (slave.state === 'gone') return;
    slave.state = 'gone';
    this.crashed.push(slave.id);
    const time = this.node.live.elapsed;
    if (this.options.records !== false) this.keep(slave.id, { type: 'crash', time, process: slave.id });
    this.merger.pass(slave.id, Infinity);
    this.node.peerGone(slave.id);
    this.sendAll({ kind: 'gone', process: slave.id });
    this.endIfFinished();
    this.options.onLost?.(slave.id);
    this.changed();
  }

  // The end.

  private endAt(time: number): void {
    this.node.live.simulator.schedule(time, {
      class: EventClass.Observer,
      low: 0,
      high: 0,
      run: () => this.end('time', `${time} s are over`),
      describe: () => 'the end of the run',
    });
  }

  /** Lost processes count as finished. */
  private endIfFinished(): void {
    const areOthers = this.slaves.every(({ state, hasFinished }) => hasFinished || state === 'gone');
    if (this.hasFinished && areOthers) this.end('finished', 'all algorithms finished');
  }

  private end(stoppedBy: RealRunReport['stoppedBy'], reason: string): void {
    this.ending ??= { stoppedBy, reason: reason.slice(0, MAX_TEXT) };
    this.changed();
  }

  /** Delivers everything sent, then stops all; slaves that do not answer in time are abandoned. */
  private async endInPhases(): Promise<void> {
    const { node, limits } = this;
    this.sendAll({ kind: 'announce', reason: this.ending!.reason });
    node.announceEnd();
    const isOwnFailure = this.failures.some(({ process }) => process === 0);
    const ownDrained = isOwnFailure ? Promise.resolve() : node.drained();
    const othersDrained = this.until(() => this.slaves.every(({ state }) => state !== 'running'), limits.phaseMs);
    await settledWithin(Promise.all([ownDrained, othersDrained]), limits.phaseMs);
    this.sendAll({ kind: 'close' });
    await this.until(() => this.slaves.every(({ state }) => state === 'closed' || state === 'gone'), limits.phaseMs);
    node.close();
    for (const slave of this.slaves) if (slave.state !== 'closed') this.lost(slave);
  }

  private sendAll(frame: Frame): void {
    for (const { control, state } of this.slaves) if (state !== 'gone') control.send(frame);
  }

  /** Resolves when a condition holds, which is checked at each change, or after a time limit. */
  private async until(holds: () => boolean, maxMs: number): Promise<void> {
    if (holds()) return;
    const held = new Promise<void>((resolve) => {
      this.changed = () => {
        if (holds()) resolve();
      };
    });
    await (maxMs === Infinity ? held : settledWithin(held, maxMs));
  }
}

/** Slaves on other machines must be able to connect to this process. */
function checkReach(advertised: string, slaves: readonly Address[]): void {
  const foreign = slaves.find(({ host }) => !isLoopback(host));
  const isVague = advertised === '0.0.0.0' || advertised === '::';
  if (isVague && slaves.length > 0) {
    throw new RealNetworkError(
      `p0 listens on all addresses (${advertised}); set advertise to the one at which slaves reach it`,
    );
  }
  if (foreign !== undefined && isLoopback(advertised)) {
    throw new RealNetworkError(
      `the slave at ${shownAddress(foreign)} cannot reach p0 at ${advertised}: listen on an address that it can reach, with a token`,
    );
  }
}

async function shortestTrip(control: Control): Promise<number> {
  let shortest = Infinity;
  for (let i = 0; i < ROUND_TRIPS; i++) shortest = Math.min(shortest, await control.roundTrip());
  return shortest;
}
