import { messageOf } from '@kineko/kernel';
import type { NekoRecord } from '../records.js';
import { Copies, type Copy } from './copies.js';
import { hashed } from './fingerprint.js';
import { type ExploreSystem, LocalRun } from './local-run.js';

/** An input of a process: the id of a copy that it gets, or one of the following. */
export type Input = number;

export const ACT = -1;
export const TIMER = -2;
export const RECOVER = -3;
/** More than there are processes. */
const PROCESSES = 32;
/** The crash of process q is PEER_CRASH - q, its recovery PEER_RECOVER - q. */
export const PEER_CRASH = -4;
export const PEER_RECOVER = PEER_CRASH - PROCESSES;
/** The crash of the process itself, in which k writes since the last sync survive, is CRASH - k. */
export const CRASH = PEER_RECOVER - PROCESSES;

/** The process of the crash or recovery of another one; undefined for other inputs. */
export function peerOf(input: Input): number | undefined {
  if (input > PEER_CRASH || input <= CRASH) return undefined;
  return (PEER_CRASH - input) % PROCESSES;
}

/** A state of one process, with everything that it has recorded. */
export interface LocalState {
  readonly id: number;
  readonly process: number;
  /** The inputs that lead to it: those of `before`, and one more. */
  readonly before: LocalState | undefined;
  readonly input: Input;
  readonly isCrashed: boolean;
  /** Number of its crashes so far. */
  readonly crashes: number;
  /** Number of writes to stable storage that a crash may lose, if it may recover. */
  readonly unsynced: number;
  /** Name of its next action. */
  readonly action: string | undefined;
  readonly hasTimer: boolean;
  readonly timersFired: number;
  /** Peers whose crash it notices, as bits. */
  readonly observed: number;
  /** Number of the sequence of events that it has recorded. */
  readonly notes: number;
  readonly steps: Map<Input, LocalStep>;
  /** Other processes that some step known so far from here or later sends to, as bits. */
  reach: number;
  /** States with a step to this one. */
  readonly sources: LocalState[];
}

/** The reaction of a process to an input. */
export interface LocalStep {
  readonly next: LocalState;
  /** Copies of each message sent, in order. */
  readonly sent: readonly (readonly Copy[])[];
  /** Events recorded, without messages. */
  readonly events: readonly NekoRecord[];
  /** The process threw an error. */
  readonly error?: string;
}

/** How many processes are kept running, each in a state from which a step may be needed. */
const MAX_IDLE = 4096;

/**
 * The states of each process by itself, and its steps, computed once each: a process reacts only to its own inputs, so
 * a search through all combinations looks steps up instead of executing them. A state is reached by repeating its
 * inputs; nothing is copied.
 */
export class LocalStates<Stack> {
  readonly copies = new Copies();
  readonly n: number;
  /** Number of steps executed, and of inputs repeated for that. */
  readonly counts = { states: 0, steps: 0, repeated: 0 };
  private readonly states = new Map<string, LocalState>();
  private readonly histories = new Map<string, number>();
  private readonly idle = new Map<LocalState, LocalRun<Stack>>();

  /**
   * @param usesFingerprints Whether states with the same fields are one; otherwise every history is a state.
   * @param recovers Whether processes may recover from crashes.
   */
  constructor(
    readonly system: ExploreSystem<Stack>,
    private readonly usesFingerprints: boolean,
    readonly recovers = false,
  ) {
    this.n = system.n ?? 3;
  }

  /** The first state of each process; its steps are those of the launch. */
  async initial(): Promise<LocalStep[]> {
    const steps: LocalStep[] = [];
    for (let id = 0; id < this.n; id++) steps.push(await this.take(undefined, new LocalRun(id, this.system), ACT));
    return steps;
  }

  async step(state: LocalState, input: Input): Promise<LocalStep> {
    const known = state.steps.get(input);
    if (known !== undefined) return known;
    // A crash or recovery that the process does not observe changes nothing here.
    const peer = peerOf(input);
    if (peer !== undefined && (state.observed & (1 << peer)) === 0) {
      const nothing: LocalStep = { next: state, sent: [], events: [] };
      state.steps.set(input, nothing);
      return nothing;
    }
    const step = await this.take(state, await this.runAt(state), input);
    state.steps.set(input, step);
    this.counts.steps++;
    const bits = step.sent.flat().reduce((all, { to }) => (to === state.process ? all : all | (1 << to)), 0);
    step.next.sources.push(state);
    this.raise(state, bits | step.next.reach);
    return step;
  }

  /** A process in a state, taken from those that are kept or run again from its start. */
  private async runAt(state: LocalState): Promise<LocalRun<Stack>> {
    const kept = this.idle.get(state);
    if (kept !== undefined) {
      this.idle.delete(state);
      return kept;
    }
    const inputs: Input[] = [];
    let at: LocalState | undefined = state;
    for (; at.before !== undefined; at = at.before) inputs.push(at.input);
    const run = new LocalRun(state.process, this.system);
    await run.start();
    for (const input of inputs.reverse()) {
      const done = this.apply(run, input);
      if (done !== undefined) await done;
    }
    this.counts.repeated += inputs.length;
    run.sent = [];
    run.records = [];
    return run;
  }

  private async take(before: LocalState | undefined, run: LocalRun<Stack>, input: Input): Promise<LocalStep> {
    let error: string | undefined;
    try {
      const done = before === undefined ? run.start() : this.apply(run, input);
      if (done !== undefined) await done;
    } catch (thrown) {
      error = messageOf(thrown);
    }
    const sent = run.sent.map((message) => message.to.map((to) => this.copies.of(message, to)));
    const events = run.records.filter(({ type }) => type !== 'send' && type !== 'deliver' && type !== 'drop');
    run.sent = [];
    run.records = [];
    const next = this.stateOf(before, run, input, events, error);
    if (error !== undefined) return { next, sent, events, error };
    this.keep(next, run);
    return { next, sent, events };
  }

  private apply(run: LocalRun<Stack>, input: Input): Promise<void> | undefined {
    if (input >= 0) return run.deliver(this.copies.all[input]!.message);
    if (input === ACT) return run.act();
    if (input === TIMER) return run.fireTimer();
    if (input === RECOVER) return run.recover();
    if (input <= CRASH) return run.crash(CRASH - input);
    const peer = peerOf(input)!;
    return input > PEER_RECOVER ? run.peerCrashed(peer) : run.peerRecovered(peer);
  }

  private stateOf(
    before: LocalState | undefined,
    run: LocalRun<Stack>,
    input: Input,
    events: readonly NekoRecord[],
    error: string | undefined,
  ): LocalState {
    const notes = this.notesAfter(before?.notes ?? -1, events);
    const history = `${before === undefined ? '' : before.id} ${input}`;
    const seen = error === undefined && this.usesFingerprints ? run.fingerprint(this.recovers) : undefined;
    const key = `${run.id} ${notes} ${seen ?? `after ${history}`}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    let observed = 0;
    const isGone = run.process.isCrashed && !this.recovers;
    for (let peer = 0; peer < this.n; peer++)
      if (peer !== run.id && !isGone && run.observes(peer)) observed |= 1 << peer;
    const state: LocalState = {
      id: this.counts.states++,
      process: run.id,
      before,
      input,
      isCrashed: run.process.isCrashed,
      crashes: run.crashes,
      unsynced: this.recovers ? run.unsynced : 0,
      action: run.nextAction,
      hasTimer: run.hasTimer,
      timersFired: run.timersFired,
      observed,
      notes,
      steps: new Map(),
      reach: 0,
      sources: [],
    };
    this.states.set(key, state);
    return state;
  }

  /** Numbers sequences of events. */
  private notesAfter(before: number, events: readonly NekoRecord[]): number {
    let notes = before;
    for (const event of events) {
      const key = hashed(`${notes} ${JSON.stringify({ ...event, time: 0 })}`);
      notes = this.histories.get(key) ?? this.histories.size;
      this.histories.set(key, notes);
    }
    return notes;
  }

  private keep(state: LocalState, run: LocalRun<Stack>): void {
    if ((state.isCrashed && !this.recovers) || this.idle.has(state)) return;
    const [oldest] = this.idle.size < MAX_IDLE ? [] : this.idle.keys();
    if (oldest !== undefined) this.idle.delete(oldest);
    this.idle.set(state, run);
  }

  /** Adds receivers to what is known of a state and of those before it. */
  private raise(state: LocalState, bits: number): void {
    const open = [state];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if ((at.reach | bits) === at.reach) continue;
      at.reach |= bits;
      open.push(...at.sources);
    }
  }
}
