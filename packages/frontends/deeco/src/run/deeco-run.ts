/** A run of a scenario: tasks on the simulator's clock, a log, and the records of every cycle. A cycle is a second. */
import type { TraceRecord, TraceValue } from '@kineko/formats/trace';
import { messageOf, Random, Simulator } from '@kineko/kernel';
import {
  type AdvanceLimits,
  CommandError,
  KernelRun,
  type OpenOptions,
  type RunSummary,
  type StoppedBy,
} from '@kineko/run';
import type { DeecoCycle } from '../format/log/log.js';
import { DeecoRecordMaker } from '../format/log/records.js';
import { DeecoLogWriter } from '../format/log/log-writer.js';
import { cycleProcess } from './environment/coordinator.js';
import type { Environment } from './environment/environment.js';
import { KnowledgeNetwork } from './network/knowledge-network.js';
import { RecordsInOrder } from './network/records-in-order.js';
import { type Component, type OnFailure, scheduleTasks } from './runtime/tasks.js';
import { type Deployment, tasksOf } from './runtime/deployment.js';
import { assemble, type Assembly, type Plan } from './setup/assembly.js';
import { type DeecoFiles, logRequest, type OutputFile } from './setup/files.js';

/** Number of log bytes that are buffered before they are written. */
const CHUNK = 1 << 16;

/** Limit on the warnings about one component, whose code may fail every millisecond. */
const MAX_WARNINGS = 8;

export class DeecoRun extends KernelRun {
  protected readonly simulator = new Simulator();
  private readonly writer: DeecoLogWriter;
  private readonly records: DeecoRecordMaker | undefined;
  private readonly warnings = new Map<number, number>();
  private readonly order: RecordsInOrder | undefined;
  private network: KnowledgeNetwork | undefined;
  private logFile: OutputFile | undefined;
  private assembly: Assembly | undefined;
  private isClosed = false;

  static async open(plan: Plan, options: OpenOptions, files: DeecoFiles): Promise<DeecoRun> {
    const run = new DeecoRun(plan, options);
    await run.deploy(files);
    return run;
  }

  private constructor(
    private readonly plan: Plan,
    private readonly options: OpenOptions,
  ) {
    const { values, map, file } = plan;
    super({ ...options, timeLimit: Math.min(values.cycles + 1, values['simulation.time'] ?? Infinity) });
    const header = {
      width: map.sizeX,
      height: map.sizeY,
      bitmap: map.bitmap,
      robots: file.robots.map(({ className, size }) => ({ className: className.value, size })),
      objects: file.objects.map(({ className }) => ({ className: className.value })),
    };
    this.writer = new DeecoLogWriter(header);
    if (options.emit !== undefined) {
      this.order = new RecordsInOrder(options.emit);
      this.records = new DeecoRecordMaker(header);
      this.emit(this.records.begin());
    }
  }

  override async advance(limits?: AdvanceLimits): Promise<StoppedBy | undefined> {
    if (this.stoppedBy !== undefined) return this.stoppedBy;
    try {
      await super.advance(limits);
    } finally {
      this.flush();
    }
    if (this.stoppedBy !== undefined && this.records !== undefined) {
      this.emit(this.records.finish(this.now));
      this.order?.finish();
    }
    return this.stoppedBy;
  }

  override command(_command: TraceValue, source: string): void {
    throw new CommandError(`${source}: a DEECo scenario takes no commands; its robots decide for themselves`);
  }

  summary(): RunSummary {
    const { robots, objects } = this.plan.file;
    const { collisions, moves } = this.environment;
    return {
      robots: robots.length,
      // The coordinator is a component too.
      processes: robots.length + objects.length + 1,
      simulatedSeconds: this.now,
      events: this.events,
      motionRequests: moves,
      collisions,
      // Robots act once per cycle, so none can retry indefinitely.
      delays: 0,
      messages: this.messages,
      stoppedBy: this.stoppedBy,
      remarks: [...this.endRemarks, ...this.written()],
      hasGoal: false,
    };
  }

  private get messages(): RunSummary['messages'] {
    const traffic = this.network?.traffic;
    if (traffic === undefined) return { sent: 0, delivered: 0, dropped: 0 };
    return { sent: traffic.sent + traffic.doubled, delivered: traffic.arrived, dropped: traffic.lost };
  }

  override close(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true;
      this.flush();
      this.logFile?.close();
      for (const output of this.assembly?.outputs ?? []) output.close();
    }
    return Promise.resolve();
  }

  private get environment(): Environment {
    return this.assembly!.environment;
  }

  private async deploy(files: DeecoFiles): Promise<void> {
    const { values, source, isLogChosen } = this.plan;
    this.logFile = await files.output(values.logfile, source, logRequest(isLogChosen));
    this.assembly = await assemble(this.plan, {
      seed: this.options.seed,
      files,
      onCycle: (cycle) => this.take(cycle),
      onMoves: (moves) => this.records?.move(moves),
      onLog: (component, className, text) => this.log('info', component, className, text),
    });
    const { environment, deployment } = this.assembly;
    const process = cycleProcess({
      environment,
      processingTime: values.processingTime,
      afterCycle: (isSignalled) => this.afterCycle(isSignalled),
    });
    const coordinator = { ...deployment.coordinator, processes: [process] };
    const cycleMs = values.processingTime + 1;
    const network = this.networkOf(environment, deployment, cycleMs);
    const onFailure: OnFailure = (owner, text, error) => this.warn(owner, text, error);
    const tasks = tasksOf({ ...deployment, coordinator }, onFailure, network?.knowledgeOf);
    scheduleTasks(this.simulator, [...tasks, ...(network?.tasks ?? [])], (ms) => ms / cycleMs);
  }

  private networkOf(environment: Environment, deployment: Deployment, cycleMs: number): KnowledgeNetwork | undefined {
    const { values } = this.plan;
    if (values.network === 'none') return undefined;
    const options = {
      kind: values.network,
      lambda: values['network.lambda'],
      loss: values['network.loss'],
      reach: values['network.reach'] ?? Infinity,
      period: values['network.period'] ?? cycleMs,
    };
    this.network = new KnowledgeNetwork(options, {
      simulator: this.simulator,
      random: new Random(this.options.seed),
      positions: { positionOf: (component) => environment.positionOf(component) },
      deployment,
      emit: this.order && ((record) => this.order!.later(record)),
    });
    return this.network;
  }

  private take(cycle: DeecoCycle): void {
    this.writer.append(cycle);
    if (this.writer.length >= CHUNK) this.flush();
    if (this.records !== undefined) this.emit(this.records.take(cycle));
    // The playground prints the same line.
    const status = cycle.status === '' ? '' : `: ${cycle.status}`;
    this.options.onCycle?.(`CYCLE ${cycle.cycle}${status}`);
  }

  private afterCycle(isSignalled: boolean): void {
    const { cycle } = this.environment;
    if (isSignalled) this.end('shutdown', `end signal in cycle ${cycle - 1}`);
    else if (cycle > this.plan.values.cycles) this.end('time');
  }

  private warn(owner: Component, text: string, error: unknown): void {
    const count = (this.warnings.get(owner.index) ?? 0) + 1;
    this.warnings.set(owner.index, count);
    if (count > MAX_WARNINGS) return;
    const why = error === undefined ? '' : `: ${messageOf(error)}`;
    const last = count === MAX_WARNINGS ? ' (further warnings are suppressed)' : '';
    this.log('warn', owner.index, owner.className, `${text}${why}${last}`);
  }

  private log(level: 'info' | 'warn', process: number, logger: string, text: string): void {
    this.options.log?.(level, text, { process, logger });
    // Not later than the records of the current cycle.
    const time = Math.max(0, (this.assembly?.environment.cycle ?? 0) - 1);
    this.order?.now({ type: 'log', time, process, logger, level, text });
  }

  private emit(records: Iterable<TraceRecord>): void {
    for (const record of records) this.order!.now(record);
  }

  private flush(): void {
    if (this.writer.length > 0) this.logFile?.write(this.writer.take());
  }

  private written(): string[] {
    const paths = [this.logFile, ...(this.assembly?.outputs ?? [])].flatMap((output) => output?.path || []);
    return paths.map((path) => `wrote ${path}`);
  }
}
