/**
 * Protocols under a swarm of faults: a seed gives the number of processes, the network, a random selection of faults as
 * data, and the actions of the application. Everything may fail for a while (safety must hold), then all links heal,
 * and after some time everything that is guaranteed must have happened.
 */
import { EventClass, Random, type RandomStream } from '@kineko/kernel';
import {
  BasicChannel,
  BEHAVIOURS,
  type Channel,
  checkers,
  type CrashFault,
  type Fault,
  Faults,
  type FaultSchedule,
  FifoChannel,
  type Lie,
  type NekoHost,
  type NekoProcess,
  type NekoRecord,
  NekoSystem,
  RandomChannel,
  type Receiver,
  ReliableLink,
  type Sender,
  SimNetwork,
  wire,
} from './library.js';

/** Assumptions of a protocol, which the swarm respects. Default: everything may happen except crashes. */
export interface Needs {
  /** A link that the harness puts below it, which repairs all faults of the network. */
  readonly link?: 'reliable' | 'fifo';
  /** No copy is ever lost: partitions hold copies instead. */
  readonly lossless?: boolean;
  readonly noDuplicates?: boolean;
  /** The network itself keeps the order of each link. */
  readonly fifo?: boolean;
  /** After healing no copy takes longer than 4 s: the constant time of the network, 1 s, and jitter. */
  readonly bounded?: boolean;
  /** No copy ever takes longer, is lost or doubled: processes may crash, and nothing else fails. */
  readonly synchronous?: boolean;
  /** Maximum number of crashes of n processes. Default: none. */
  readonly maxCrashes?: (n: number) => number;
  /** The processes that may crash. Default: all. */
  readonly mayCrash?: (id: number, n: number) => boolean;
  /**
   * Whether processes may be down for a while, besides those that crash: a protocol on a reliable link should tolerate
   * it, and recovered processes count as correct. A function gives the maximum of n. Default: false.
   */
  readonly pauses?: boolean | ((n: number) => number);
  /** Whether processes also lose their memory now and then, until the links heal, and start again. Default: false. */
  readonly lostMemories?: boolean;
  /** Number of n processes that lie. Default: none. */
  readonly liars?: (n: number) => number;
  /** Types of the messages that they lie about. Default: all. */
  readonly lieAbout?: readonly string[];
}

/** The environment of a process for its wiring. */
export interface Environment {
  /** The link, or the network. */
  readonly below: Sender;
  readonly plan: Plan;
  /** All processes, for detectors that simulate their knowledge. */
  readonly processes: readonly NekoProcess[];
}

/** The possible actions of the application at one process. */
export interface Drive {
  act(k: number): void;
}

/** The values of options, by name. */
export type PlanOptions = Readonly<Record<string, string | number | boolean>>;

export interface Subject {
  readonly name: string;
  readonly needs: Needs;
  /** Numbers of processes, of which the seed chooses. Default: from 1 to 7. */
  readonly processes?: readonly number[];
  /** Values of options of the stack or the application, of which the seed chooses. */
  readonly options?: Readonly<Record<string, readonly PlanOptions[string][]>>;
  /** Wires the stack of one process. */
  readonly wire: (process: NekoProcess, environment: Environment) => Drive;
  readonly checkers: (plan: Plan) => readonly checkers.Checker[];
  /**
   * sporadic: some act, at some time; all: each correct process does a few things, at some time; none. Default:
   * sporadic.
   */
  readonly workload?: 'sporadic' | 'all' | 'none';
  /** Simulated seconds from healing to the end. Default: 200. */
  readonly settling?: number;
  /** Whether it may send messages forever, even if no process is down. Default: false. */
  readonly isRestless?: boolean;
}

export interface Action {
  readonly at: number;
  readonly process: number;
  readonly k: number;
}

/** One run, as plain data. */
export interface Plan {
  readonly subject: string;
  readonly seed: number;
  readonly n: number;
  readonly channel: 'basic' | 'random';
  readonly isFifo: boolean;
  readonly options: PlanOptions;
  readonly faults: FaultSchedule;
  readonly actions: readonly Action[];
  /** The time at which all links have healed. */
  readonly healedAt: number;
  readonly endAt: number;
}

export interface SwarmOutcome {
  readonly plan: Plan;
  readonly results: readonly checkers.CheckResult[];
  readonly records: readonly NekoRecord[];
}

/** When the links heal, by seed: sooner, so that not all is over by then. */
const HEALING = [60, 60, 25];
/** Seconds in which a burst of actions happens. */
const BURST = 3;
/** Seconds by which some copies are late where delays are bounded. */
const MAX_JITTER = 3;
/** Seconds after healing in which detectors learn how long copies may take. */
const LEARNING = 120;
/** Majorities differ between even and odd numbers; conflicts are most frequent among few. */
const PROCESSES = [1, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7];
/** Far more than a run of any protocol needs. */
const MAX_EVENTS = 250_000;
/** Far more copies than are under way in a run of any protocol, partitions that hold them included. */
const MAX_UNDER_WAY = 10_000;
/** For stacks without a protocol above. */
export const NO_RECEIVER: Receiver = { deliver() {} };

/** The plan of a subject for a seed. Faults have their own streams, so that one more does not change the others. */
export function planOf(
  { name, needs, processes = PROCESSES, options = {}, workload = 'sporadic', settling = 200 }: Subject,
  seed: number,
): Plan {
  const random = new Random(seed);
  const stream = (purpose: string): RandomStream => random.stream(`swarm/${purpose}`);
  const n = oneOf(processes, stream('n'));
  const healedAt = oneOf(HEALING, stream('healing'));
  const actions = actionsOf(workload, n, healedAt, stream('actions'));
  const crashes = crashesOf(needs, n, actions, healedAt, stream('crashes'));
  const pauses = pausesOf(needs, crashes, n, healedAt, stream('pauses'));
  const outages = needs.lostMemories === true ? outagesOf(crashes, n, healedAt, stream('outages')) : [];
  const isSynchronous = needs.synchronous === true;
  const isBounded = needs.bounded === true || isSynchronous;
  return {
    subject: name,
    seed,
    n,
    channel: isBounded || stream('channel').uniform() < 0.25 ? 'basic' : 'random',
    isFifo: needs.fifo === true || stream('fifo').uniform() < 0.25,
    options: Object.fromEntries(
      Object.entries(options).map(([key, values]) => [key, oneOf(values, stream(`option ${key}`))]),
    ),
    faults: [
      ...(isSynchronous ? [] : linkFaults(needs, n, healedAt, stream)),
      ...(isSynchronous ? [] : dyingFaults(crashes, n, stream('dying'))),
      ...crashes,
      ...pauses,
      ...outages,
      ...liesOf(needs, n, stream('lies')),
    ],
    actions,
    healedAt,
    endAt: healedAt + settling,
  };
}

function oneOf<T>(values: readonly T[], random: RandomStream): T {
  return values[random.integer(0, values.length - 1)]!;
}

/**
 * Half of the processes that crash lose the last messages that they sent, to some or all: they may have been crashing while they
 * sent them.
 */
function dyingFaults(crashes: readonly CrashFault[], n: number, random: RandomStream): Fault[] {
  return crashes.flatMap(({ at: until, process }): Fault[] => {
    const at = until - random.uniform(0, 3);
    const others = Array.from({ length: n }, (_, id) => id).filter((id) => id !== process);
    const cut = random.shuffle(others).slice(0, random.integer(1, Math.max(1, n - 1)));
    if (random.uniform() < 0.5 || at < 0 || cut.length === 0) return [];
    return [{ kind: 'partition', at, until, links: { from: [process], to: cut }, copies: 'lost' }];
  });
}

function linkFaults(needs: Needs, n: number, healedAt: number, stream: (purpose: string) => RandomStream): Fault[] {
  const window = (random: RandomStream): { at: number; until: number } => {
    const at = random.uniform(0, healedAt / 2);
    return { at, until: random.uniform(at + 1, healedAt) };
  };
  const maybe = (purpose: string, make: (random: RandomStream) => Fault[]): Fault[] => {
    const random = stream(purpose);
    return random.uniform() < 0.5 ? make(random) : [];
  };
  const learnt = healedAt + LEARNING;
  const mayLose = needs.link !== undefined || needs.lossless !== true;
  const mayDouble = needs.link !== undefined || needs.noDuplicates !== true;
  const mayReorder = needs.link !== undefined || needs.fifo !== true;
  return [
    // Some copies take longer forever, by a bounded time. Many do for a while after healing, so that detectors make the last of
    // their mistakes then.
    ...maybe('jitter', (random) =>
      needs.bounded === true
        ? [
            { kind: 'spike', at: 0, until: healedAt, probability: random.uniform(0.1, 0.5), delay: MAX_JITTER },
            { kind: 'spike', at: healedAt, until: learnt, probability: 0.5, delay: MAX_JITTER },
            { kind: 'spike', at: learnt, probability: random.uniform(0.1, 0.5), delay: MAX_JITTER },
          ]
        : [],
    ),
    ...maybe('loss', (random) =>
      mayLose ? [{ kind: 'loss', ...window(random), probability: random.uniform(0.01, 0.3) }] : [],
    ),
    ...maybe('bursts', (random) =>
      mayLose ? [{ kind: 'bursts', ...window(random), toBad: 0.05, toGood: random.uniform(0.1, 0.5) }] : [],
    ),
    ...maybe('duplication', (random) =>
      mayDouble
        ? [
            {
              kind: 'duplication',
              ...window(random),
              probability: random.uniform(0.01, 0.5),
              delay: mayReorder ? random.uniform(0, 10) : 0,
            },
          ]
        : [],
    ),
    ...maybe('spikes', (random) =>
      mayReorder
        ? [
            {
              kind: 'spike',
              ...window(random),
              probability: random.uniform(0.05, 0.5),
              delay: random.uniform(1, 10),
              distribution: 'exponential',
            },
          ]
        : [],
    ),
    ...maybe('partition', (random) => {
      const ids = random.shuffle(Array.from({ length: n }, (_, id) => id));
      const cut = random.integer(1, Math.max(1, n - 1));
      const groups = [ids.slice(0, cut), ids.slice(cut)];
      const copies = mayLose && random.uniform() < 0.7 ? 'lost' : 'held';
      return [{ kind: 'partition', ...window(random), groups, oneWay: random.uniform() < 0.25, copies }];
    }),
  ];
}

/** Some of the correct processes, each once. */
function pausesOf(
  { pauses = false }: Needs,
  crashes: readonly CrashFault[],
  n: number,
  healedAt: number,
  random: RandomStream,
): Fault[] {
  if (pauses === false) return [];
  const most = pauses === true ? n : pauses(n);
  const others = Array.from({ length: n }, (_, id) => id).filter((id) =>
    crashes.every(({ process }) => process !== id),
  );
  const count = Math.max(0, Math.min(random.integer(-2, 2), others.length, most));
  return random
    .shuffle(others)
    .slice(0, count)
    .flatMap((process): Fault[] => {
      const at = random.uniform(0, healedAt);
      return [
        { kind: 'crash', at, process },
        { kind: 'recover', at: random.uniform(at, healedAt), process },
      ];
    });
}

/** Changes some of the copies. */
const SOMETIMES: Lie = (message, to, random) =>
  random.uniform() < 0.5 ? message.content : BEHAVIOURS['change']!(message, to, random);

/** Lies that are different for each receiver show most. */
const LIES = ['omit', 'change', 'equivocate', 'equivocate', 'sometimes', 'sometimes'];

/** Processes that lie from the start, each in its own way and about some of their messages. */
function liesOf({ liars = () => 0, lieAbout = [] }: Needs, n: number, random: RandomStream): Fault[] {
  const ids = random.shuffle(Array.from({ length: n }, (_, id) => id)).slice(0, liars(n));
  return ids.flatMap((process): Fault[] => {
    const types = random.uniform() < 0.5 ? lieAbout : lieAbout.filter(() => random.uniform() < 0.6);
    return [{ kind: 'byzantine', at: 0, process, behaviour: oneOf(LIES, random), ...(types.length > 0 && { types }) }];
  });
}

/** Short crashes with lost memory of all processes, until each crashes for good or the links are about to heal. */
function outagesOf(crashes: readonly CrashFault[], n: number, healedAt: number, random: RandomStream): Fault[] {
  return Array.from({ length: n }, (_, process) => process).flatMap((process) => {
    const end = crashes.find((crash) => crash.process === process)?.at ?? Infinity;
    const faults: Fault[] = [];
    for (let at = random.exponential(10); at < healedAt - 5;) {
      const back = at + random.uniform(0.1, 5);
      if (back >= end) break;
      faults.push({ kind: 'crash', at, process, memory: 'lost' }, { kind: 'recover', at: back, process });
      at = back + random.exponential(10);
    }
    return faults;
  });
}

/** Half of the crashes come soon after an action of the process, when its messages are under way. */
function crashesOf(
  { maxCrashes = () => 0, mayCrash = () => true }: Needs,
  n: number,
  actions: readonly Action[],
  healedAt: number,
  random: RandomStream,
): CrashFault[] {
  const candidates = random.shuffle(Array.from({ length: n }, (_, id) => id).filter((id) => mayCrash(id, n)));
  // The larger of two numbers: runs without crashes show less.
  const most = maxCrashes(n);
  const count = Math.min(Math.max(random.integer(0, most), random.integer(0, most)), candidates.length);
  const time = (process: number): number => {
    const own = actions.filter((action) => action.process === process);
    // Some never come to work.
    if (random.uniform() < 0.15) return random.uniform(0, 1);
    if (own.length === 0 || random.uniform() < 0.5) return random.uniform(0, healedAt);
    return own[random.integer(0, own.length - 1)]!.at + random.uniform(0, 3);
  };
  return candidates.slice(0, count).map((process) => ({ kind: 'crash', at: time(process), process }));
}

function actionsOf(
  workload: NonNullable<Subject['workload']>,
  n: number,
  healedAt: number,
  random: RandomStream,
): Action[] {
  if (workload === 'none') return [];
  // Half of the runs do everything within a few seconds: conflicts are rare among actions that are a minute apart.
  const isBurst = random.uniform() < 0.5;
  const start = isBurst ? random.uniform(0, healedAt - BURST) : 0;
  const time = (): number => random.uniform(start, isBurst ? start + BURST : healedAt);
  if (workload === 'sporadic') {
    const count = random.integer(2, isBurst ? 30 : 12);
    return Array.from({ length: count }, (_, k) => ({ at: time(), process: random.integer(0, n - 1), k }));
  }
  const rounds = random.integer(1, 3);
  return Array.from({ length: rounds * n }, (_, i) => ({ at: time(), process: i % n, k: Math.floor(i / n) }));
}

/** Runs a subject by its plan. */
export async function runPlan(subject: Subject, plan: Plan): Promise<SwarmOutcome> {
  const records: NekoRecord[] = [];
  const drives: Drive[] = [];
  let faults: Faults | undefined;
  let underWay = 0;
  const system: NekoSystem = new NekoSystem({
    n: plan.n,
    seed: plan.seed,
    emit: (record) => {
      records.push(record);
      if (record.type === 'send') underWay += record.to.length;
      else if (record.type === 'deliver' || record.type === 'drop') underWay--;
      if (underWay > MAX_UNDER_WAY)
        throw new Error(`more than ${MAX_UNDER_WAY} copies under way at t = ${record.time}`);
    },
    networks: (host) => {
      faults = new Faults(host, plan.faults, new Map([['sometimes', SOMETIMES]]));
      return [new SimNetwork(host, channelOf(host, plan, faults))];
    },
    initializer: (process) => {
      const below = linkOf(process, subject.needs);
      drives[process.id] = subject.wire(process, { below, plan, processes: system.processes });
    },
  });
  faults!.attach(system.processes);
  for (const { at, process, k } of plan.actions) {
    system.simulator.schedule(at, {
      class: EventClass.WakeUp,
      low: process,
      high: process,
      run: () => {
        if (!system.process(process).isCrashed) drives[process]!.act(k);
      },
      describe: () => `action ${k} of p${process}`,
    });
  }
  const { stoppedBy } = await system.run({ until: plan.endAt, maxEvents: MAX_EVENTS });
  if (stoppedBy === 'events') throw new Error(`more than ${MAX_EVENTS} events before t = ${plan.endAt}`);
  const duplicates = plan.faults.some(({ kind }) => kind === 'duplication');
  const promises = subject
    .checkers(plan)
    .map((checker) => ((subject.needs.pauses ?? false) === false ? checker : unpaused(checker)));
  if (subject.isRestless !== true) promises.push(quiet(plan));
  // The network corrupts nothing, but liars do.
  const isHonest = subject.needs.liars === undefined;
  const all = [...promises, ...(isHonest ? [checkers.network({ duplicates, fifo: plan.isFifo })] : [])];
  return { plan, records, results: all.map((checker) => checker.check(records, plan.n)) };
}

/** Ids of the protocols of detectors that a subject may use, which send forever. */
const ENDLESS = 'detector';
/** Seconds at the end in which nothing is sent. */
const SILENCE = 50;

/** In the end, if no process is down, the work is done and no message is sent. Its premise is a message. */
function quiet({ endAt }: Plan): checkers.Checker {
  return checkers.checkerOf('quiet end', ({ records, n }, findings) => {
    const { last } = new checkers.Crashes(records, n);
    for (const record of records) {
      if (record.type !== 'send' || record.protocol.startsWith(ENDLESS)) continue;
      findings.premise();
      if (record.time < endAt - SILENCE || last.size > 0) continue;
      findings.violation(
        `p${record.process} still sent ${record.messageType} of ${record.protocol} at t = ${record.time}`,
        record,
      );
      return;
    }
  });
}

/**
 * Counts recovered processes as correct: their crashes are left out. Their recoveries stay, because a process that has lost its
 * memory may repeat itself.
 */
export function unpaused(checker: checkers.Checker): checkers.Checker {
  return {
    name: checker.name,
    check: (records, n, isComplete) => {
      const all = [...records];
      const gone = new checkers.Crashes(all, n).last;
      const isOfPause = ({ type, process }: NekoRecord): boolean => type === 'crash' && !gone.has(process);
      return checker.check(
        all.filter((record) => !isOfPause(record)),
        n,
        isComplete,
      );
    },
  };
}

/** The FIFO order is applied last, so that faults of single copies do not break it. */
function channelOf(host: NekoHost, { channel, isFifo }: Plan, faults: Faults): Channel {
  const plain = channel === 'basic' ? new BasicChannel(host) : new RandomChannel(host);
  const faulty = faults.around(plain);
  return isFifo ? new FifoChannel(host, faulty) : faulty;
}

function linkOf(process: NekoProcess, { link }: Needs): Sender {
  if (link === undefined) return process.network();
  const options = { retransmitAfter: 4, longestWait: 8, isFifo: link === 'fifo' };
  return wire(new ReliableLink(process, options), 'link', process.network());
}

/** Runs one seed; throws a failure with everything needed to repeat it. */
export async function runSwarm(subject: Subject, seed: number): Promise<SwarmOutcome> {
  const plan = planOf(subject, seed);
  let outcome: SwarmOutcome;
  try {
    outcome = await runPlan(subject, plan);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${howToRepeat(plan)}`, {
      cause: error,
    });
  }
  const broken = outcome.results.filter(({ verdict }) => verdict === 'violated');
  if (broken.length > 0) throw new Error(`${checkers.describeResults(broken)}\n${howToRepeat(plan)}`);
  return outcome;
}

export const soakName = (subject: string): string => `swarm: ${subject}`;

function howToRepeat(plan: Plan): string {
  const { subject, seed, n, channel, isFifo, options, faults, actions } = plan;
  return [
    `repeat it with: npm run soak -- --filter '${soakName(subject)}' --seeds ${seed}..${seed}`,
    `n = ${n}, ${isFifo ? 'FIFO ' : ''}${channel} network, ${actions.length} actions, options ${JSON.stringify(options)}; faults:`,
    ...faults.map((fault) => `  ${JSON.stringify(fault)}`),
  ].join('\n');
}
