/**
 * A replicated state machine (Lamport, "Time, clocks, and the ordering of events", 1978; Schneider, "Implementing fault-tolerant
 * services using the state machine approach", 1990): every process has a copy of one state, and all apply the same commands
 * in the same order.
 *
 * Guarantee: after the same number of commands, all copies are equal; a command takes effect once, between its invocation and
 * its response (linearizability), also a read, which is a command too.
 * Assumes: Raft (`setLog`), or else a uniform atomic broadcast below. The machine is a pure function on plain data. Over Raft,
 * a process that has lost its memory continues from a snapshot; over a StableConsensusBroadcast it applies everything again.
 *
 * Wiring: `const machine = new ReplicatedStateMachine(process); machine.setLog(raft)`, then `setId` and `launch`; or
 * `wire(machine, 'machine', abcast)`. It is called directly: `machine.execute(command, (result) => …)`.
 */
import type { Task, Wait } from '@kineko/kernel';
import { freezePlainData } from '../plain-data.js';
import { Protocol } from '../protocol.js';
import type { Raft } from './raft.js';

/** A state, and the effect of a command on it. */
export interface StateMachine<State, Command, Result> {
  readonly initial: State;
  /** Returns the next state and the result for the process that invoked the command. */
  apply(state: State, command: Command, origin: number): { readonly state: State; readonly result: Result };
}

/** A command of the default machine, a table of registers. A swap writes and returns the value before. */
export type RegisterCommand =
  | { readonly call: 'read'; readonly object: string }
  | { readonly call: 'write' | 'swap'; readonly object: string; readonly value: unknown };

type Registers = Readonly<Record<string, unknown>>;

const REGISTERS: StateMachine<Registers, RegisterCommand, unknown> = {
  initial: {},
  apply: (state, command) => {
    const { call, object } = command;
    const present = Object.hasOwn(state, object) ? state[object] : null;
    if (call === 'read') return { state, result: present };
    return { state: { ...state, [object]: command.value }, result: call === 'swap' ? present : null };
  },
};

/** A command under way, with its number and the incarnation of the process that invoked it. */
type Invocation = { readonly number: number; readonly incarnation: number; readonly command: unknown };

/** The result of a command. The log has at most one command of a process at a time that it has not applied. */
type Answer = Omit<Invocation, 'command'> & { readonly result: unknown };

type Copy = { readonly state: unknown; readonly answers: readonly (Answer | null)[] };

type AnyMachine = StateMachine<unknown, never, unknown>;

export class ReplicatedStateMachine extends Protocol<{ COMMAND: Invocation }> {
  private machine: AnyMachine = REGISTERS;
  private log: Raft | undefined;
  private current: { readonly state: unknown } | undefined;
  private applied = 0;
  private invoked = 0;
  private readonly waiting = new Map<number, (result: unknown) => void>();
  /** The last result of each process, which learns it from a snapshot if it was away when its command was applied. */
  private answers: (Answer | null)[] = this.process.all.map(() => null);

  protected readonly handlers = {
    COMMAND: (invocation: Invocation, from: number) => this.apply(invocation, from),
  };

  /** Sets the machine, the same in every process, before the first command is applied. Default: a table of registers. */
  setMachine<State, Command, Result>(machine: StateMachine<State, Command, Result>): void {
    if (this.applied > 0) throw this.wiringError('it is given a machine after the first command', 'set it before');
    this.machine = machine;
  }

  /** Sets the log of its commands, instead of an atomic broadcast below. */
  setLog(log: Raft): void {
    this.log = log;
    log.onApply((command, origin) => this.apply(command as Invocation, origin));
    log.setSnapshotter({
      take: () => ({ state: this.state, answers: [...this.answers] }),
      restore: (copy) => this.restore(copy as Copy),
    });
  }

  /** The state of this copy, which may lag behind. */
  get state(): unknown {
    return this.current === undefined ? this.machine.initial : this.current.state;
  }

  /** Invokes a command; its result comes when this process has applied it. */
  execute(command: unknown, done: (result: unknown) => void = () => {}): void {
    if (this.process.isCrashed) return;
    const problem = command === undefined ? 'nothing' : freezePlainData(command);
    if (problem !== undefined) throw this.wiringError(`a command is or has ${problem}`, 'commands are plain data');
    const { incarnation } = this.process;
    const invocation = { number: ++this.invoked, incarnation, command };
    this.waiting.set(invocation.number, done);
    this.note('invoke', { operation: this.nameOf(invocation), ...callOf(command) });
    if (this.log === undefined) this.sendTo(this.process.all, 'COMMAND', invocation);
    else this.log.submit(invocation);
  }

  /** Invokes a command for a task, which awaits the result. */
  call(task: Task, command: unknown): Wait<unknown> {
    const answer = task.completion<unknown>(() => 'the result of a command');
    this.execute(command, (result) => answer.settle(result));
    return answer;
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return this.log === undefined ? super.parts() : {};
  }

  private apply(invocation: Invocation, origin: number): void {
    const { state, result } = this.machine.apply(this.state, invocation.command as never, origin);
    this.current = { state };
    this.applied++;
    const { number, incarnation } = invocation;
    const answer = { number, incarnation, result };
    this.answers[origin] = answer;
    if (origin === this.process.id) this.respond(answer);
  }

  private restore({ state, answers }: Copy): void {
    this.current = { state };
    this.answers = [...answers];
    const own = answers[this.process.id];
    if (own !== null && own !== undefined) this.respond(own);
  }

  private respond(answer: Answer): void {
    const { number, incarnation, result } = answer;
    const done = incarnation === this.process.incarnation ? this.waiting.get(number) : undefined;
    if (done === undefined) return;
    this.waiting.delete(number);
    this.note('respond', { operation: this.nameOf(answer), result });
    done(result);
  }

  private nameOf({ number, incarnation }: Omit<Invocation, 'command'>): string {
    return `${this.process.id};${incarnation};${number}`;
  }
}

/** The call in the records of a command, by which the checker of linearizability knows it. */
function callOf(command: unknown): object {
  const isCall = typeof command === 'object' && command !== null && 'call' in command;
  return isCall ? command : { call: 'apply', value: command };
}
