/** A run of a scenario: tasks on the simulator's clock, a log and records of every cycle. A cycle is a second. */
import { type DeecoCycle, DeecoLogWriter, DeecoRecordMaker } from '@kineko/formats/deeco';
import type { TraceRecord, TraceValue } from '@kineko/formats/trace';
import { messageOf, Random, type RunReport, Simulator } from '@kineko/kernel';
import { CommandError, type OpenOptions, type Run, type RunSummary, type StoppedBy } from '@kineko/run';
import { cycleProcess } from './environment/coordinator.js';
import type { Environment } from './environment/environment.js';
import { KnowledgeNetwork } from './network/knowledge-network.js';
import { RecordsInOrder } from './network/records-in-order.js';
import type { Component } from './runtime/component.js';
import { type Deployment, tasksOf } from './runtime/deployment.js';
import { scheduleTasks } from './runtime/scheduler.js';
import type { OnFailure } from './runtime/tasks.js';
import { assemble, type Assembly } from './setup/assembly.js';
import { type DeecoFiles, logRequest, type OutputFile } from './setup/files.js';
import type { Plan } from './setup/plan.js';

/** Bytes of the log that are collected before they are written. */
const CHUNK = 1 << 16;

/** So often is told what goes wrong in the code of one component; it may go wrong every millisecond. */
const MOST_COMPLAINTS = 8;

export class DeecoRun implements Run {
  readonly timeLimit: number;
  readonly #plan: Plan;
  readonly #options: OpenOptions;
  readonly #simulator = new Simulator();
  readonly #writer: DeecoLogWriter;
  readonly #records: DeecoRecordMaker | undefined;
  readonly #complaints = new Map<number, number>();
  readonly #order: RecordsInOrder | undefined;
  #network: KnowledgeNetwork | undefined;
  #log: OutputFile | undefined;
  #assembly: Assembly | undefined;
  #ending: { readonly stoppedBy: StoppedBy; readonly remark?: string } | undefined;
  #stoppedBy: StoppedBy | undefined;
  #isClosed = false;

  static async open(plan: Plan, options: OpenOptions, files: DeecoFiles): Promise<DeecoRun> {
    const run = new DeecoRun(plan, options);
    await run.#deploy(files);
    return run;
  }

  private constructor(plan: Plan, options: OpenOptions) {
    const { values, map, file } = plan;
    this.#plan = plan;
    this.#options = options;
    this.timeLimit = Math.min(values.cycles + 1, values['simulation.time'] ?? Infinity);
    const header = {
      width: map.sizeX,
      height: map.sizeY,
      bitmap: map.bitmap,
      robots: file.robots.map(({ className, size }) => ({ className: className.value, size })),
      objects: file.objects.map(({ className }) => ({ className: className.value })),
    };
    this.#writer = new DeecoLogWriter(header);
    if (options.emit !== undefined) {
      this.#order = new RecordsInOrder(options.emit);
      this.#records = new DeecoRecordMaker(header);
      this.#emit(this.#records.begin());
    }
  }

  get now(): number {
    return this.#simulator.now;
  }

  get events(): number {
    return this.#simulator.events;
  }

  async advance(limits: { readonly until?: number; readonly maxEvents?: number } = {}): Promise<StoppedBy | undefined> {
    if (this.#stoppedBy !== undefined) return this.#stoppedBy;
    const until = Math.min(limits.until ?? Infinity, this.timeLimit);
    if (until < this.now) return undefined;
    try {
      const { maxEvents = Infinity } = limits;
      const { guard, gate } = this.#options;
      const advance = (): Promise<RunReport> => this.#simulator.run({ until, maxEvents }, gate);
      const report = await (guard?.during(() => this.#simulator.isActing, advance) ?? advance());
      this.#stoppedBy = this.#verdictOn(report);
    } finally {
      this.#flush();
    }
    if (this.#stoppedBy !== undefined && this.#records !== undefined) {
      this.#emit(this.#records.finish(this.now));
      this.#order?.finish();
    }
    return this.#stoppedBy;
  }

  stop(): void {
    this.#end('interrupted');
  }

  command(_command: TraceValue, source: string): void {
    throw new CommandError(`${source}: a DEECo scenario takes no commands; its robots decide by themselves`);
  }

  summary(): RunSummary {
    const { robots, objects } = this.#plan.file;
    const { collisions, moves } = this.#environment;
    const remark = this.#ending?.remark;
    return {
      robots: robots.length,
      // Components: the coordinator is one too.
      processes: robots.length + objects.length + 1,
      simulatedSeconds: this.now,
      events: this.events,
      motionRequests: moves,
      collisions,
      // Robots move in cycles of milliseconds: none can retry without end.
      delays: 0,
      messages: this.#messages(),
      stoppedBy: this.#stoppedBy,
      remarks: [...(remark === undefined ? [] : [remark]), ...this.#written()],
      hasGoal: false,
    };
  }

  #messages(): RunSummary['messages'] {
    const traffic = this.#network?.traffic;
    if (traffic === undefined) return { sent: 0, delivered: 0, dropped: 0 };
    return { sent: traffic.sent + traffic.doubled, delivered: traffic.arrived, dropped: traffic.lost };
  }

  metrics(): ReadonlyMap<string, number> {
    return new Map();
  }

  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#flush();
      this.#log?.close();
      for (const output of this.#assembly?.outputs ?? []) output.close();
    }
    return Promise.resolve();
  }

  get #environment(): Environment {
    return this.#assembly!.environment;
  }

  async #deploy(files: DeecoFiles): Promise<void> {
    const { values, source, isLogChosen } = this.#plan;
    this.#log = await files.output(values.logfile, source, logRequest(isLogChosen));
    this.#assembly = await assemble(this.#plan, {
      seed: this.#options.seed,
      files,
      onCycle: (cycle) => this.#take(cycle),
      onMoves: (moves) => this.#records?.move(moves),
      onLog: (component, className, text) => this.#say('info', component, className, text),
    });
    const { environment, deployment } = this.#assembly;
    const process = cycleProcess({
      environment,
      processingTime: values.processingTime,
      afterCycle: (isSignalled) => this.#afterCycle(isSignalled),
    });
    const coordinator = { ...deployment.coordinator, processes: [process] };
    const cycleMs = values.processingTime + 1;
    const network = this.#networkOf(environment, deployment, cycleMs);
    const onFailure: OnFailure = (owner, text, error) => this.#complain(owner, text, error);
    const tasks = tasksOf({ ...deployment, coordinator }, onFailure, network?.knowledgeOf);
    scheduleTasks(this.#simulator, [...tasks, ...(network?.tasks ?? [])], (ms) => ms / cycleMs);
  }

  #networkOf(environment: Environment, deployment: Deployment, cycleMs: number): KnowledgeNetwork | undefined {
    const { values } = this.#plan;
    if (values.network === 'none') return undefined;
    const options = {
      kind: values.network,
      lambda: values['network.lambda'],
      loss: values['network.loss'],
      reach: values['network.reach'] ?? Infinity,
      period: values['network.period'] ?? cycleMs,
    };
    this.#network = new KnowledgeNetwork(options, {
      simulator: this.#simulator,
      random: new Random(this.#options.seed),
      positions: { positionOf: (component) => environment.positionOf(component) },
      deployment,
      emit: this.#order && ((record) => this.#order!.later(record)),
    });
    return this.#network;
  }

  #take(cycle: DeecoCycle): void {
    this.#writer.append(cycle);
    if (this.#writer.length >= CHUNK) this.#flush();
    if (this.#records !== undefined) this.#emit(this.#records.take(cycle));
    // As the playground does; the status is the scenario's own.
    const status = cycle.status === '' ? '' : `: ${cycle.status}`;
    this.#options.onCycle?.(`CYCLE ${cycle.cycle}${status}`);
  }

  #afterCycle(isSignalled: boolean): void {
    const { cycle } = this.#environment;
    if (isSignalled) this.#end('shutdown', `the end signal came in cycle ${cycle - 1}`);
    else if (cycle > this.#plan.values.cycles) this.#end('time');
  }

  #end(stoppedBy: StoppedBy, remark?: string): void {
    this.#ending ??= { stoppedBy, ...(remark !== undefined && { remark }) };
    this.#simulator.stop();
  }

  #verdictOn({ stoppedBy, now }: RunReport): StoppedBy | undefined {
    switch (stoppedBy) {
      case 'stopped':
        return this.#ending?.stoppedBy ?? 'interrupted';
      case 'time':
        return now >= this.timeLimit ? 'time' : undefined;
      case 'empty':
        return 'empty';
      case 'events':
        return undefined;
    }
  }

  #complain(owner: Component, text: string, error: unknown): void {
    const count = (this.#complaints.get(owner.index) ?? 0) + 1;
    this.#complaints.set(owner.index, count);
    if (count > MOST_COMPLAINTS) return;
    const why = error === undefined ? '' : `: ${messageOf(error)}`;
    const last = count === MOST_COMPLAINTS ? ' (more of it is not told)' : '';
    this.#say('warn', owner.index, owner.className, `${text}${why}${last}`);
  }

  #say(level: 'info' | 'warn', process: number, logger: string, text: string): void {
    this.#options.log?.(level, text, { process, logger });
    // No later than what is put on record of the cycle that is under way.
    const time = Math.max(0, (this.#assembly?.environment.cycle ?? 0) - 1);
    this.#order?.now({ type: 'log', time, process, logger, level, text });
  }

  #emit(records: Iterable<TraceRecord>): void {
    for (const record of records) this.#order!.now(record);
  }

  #flush(): void {
    if (this.#writer.length > 0) this.#log?.write(this.#writer.take());
  }

  #written(): string[] {
    const paths = [this.#log, ...(this.#assembly?.outputs ?? [])].flatMap((output) => output?.path || []);
    return paths.map((path) => `wrote ${path}`);
  }
}
