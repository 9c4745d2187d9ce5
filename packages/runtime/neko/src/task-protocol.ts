import { first, Mailbox, type Task, type Signal, Wait } from '@kineko/kernel';
import type { NekoMessage } from './message.js';
import type { NekoProcess } from './process.js';
import { type Contents, type Handlers, Protocol } from './protocol.js';
import type { Timer } from './timer.js';

/** A message of one of the types that a protocol knows. */
export type MessageOf<M extends Contents> = { [T in keyof M & string]: NekoMessage<T, M[T]> }[keyof M & string];

/**
 * A protocol with a program of its own, which takes messages when it wants them.
 *
 * While its process is crashed it gets nothing and sleeps on; it goes on where it was when the process recovers.
 */
export abstract class TaskProtocol<M extends Contents = Record<string, unknown>> extends Protocol<
  M,
  Partial<Handlers<M>>
> {
  /** For messages that are not to wait in the inbox. */
  protected readonly handlers: Partial<Handlers<M>> = {};
  private readonly inbox = new Mailbox<MessageOf<M>>('its inbox');
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  #task: Task | undefined;

  constructor(process: NekoProcess) {
    super(process);
    process.programMade(this);
  }

  /** Starts the program, when it is launched. */
  protected abstract begin(): Task;

  /** Whether its program has come to its end. */
  get hasFinished(): boolean {
    return this.#task?.isOver === true;
  }

  override deliver(message: NekoMessage): void {
    if (Object.hasOwn(this.handlers, message.type)) super.deliver(message);
    else this.inbox.put(message as MessageOf<M>);
  }

  protected override started(): void {
    this.process.programMessages.addProgram(this.id);
    this.process.programLaunched(this);
    this.#task = this.begin();
  }

  protected override maySend(): boolean {
    return this.process.programMessages.next(this.process.now);
  }

  /** Waits for the next message; with a limit in seconds, for undefined at the latest then. */
  protected receive(): Wait<MessageOf<M>>;
  protected receive(seconds: number): Promise<MessageOf<M> | undefined>;
  protected receive(seconds?: number): Wait<MessageOf<M>> | Promise<MessageOf<M> | undefined> {
    return seconds === undefined ? this.task.take(this.inbox) : this.receiveWithin(seconds);
  }

  /** Waits for some simulated seconds. */
  protected sleep(seconds: number): Wait<void> {
    return processSleep(this.task, this.process, seconds, this.id);
  }

  /**
   * Waits until a latch or a signal is fired, or for the next item of a mailbox, by whatever code does that: a handler, a
   * timer, another protocol of the process.
   */
  protected waitFor<T>(source: Signal<T> | Mailbox<T>): Wait<T> {
    return source.wait(this.task);
  }

  /** The running program, for waits of other kinds. */
  protected get task(): Task {
    if (this.#task === undefined) throw this.wiringError('it waits before it is launched', 'launch it first');
    return this.#task;
  }

  /** For a program that is run by another one. */
  protected set task(task: Task) {
    this.#task = task;
  }

  private async receiveWithin(seconds: number): Promise<MessageOf<M> | undefined> {
    const timeIsUp = this.sleep(seconds);
    return (await first(this.task.take(this.inbox), timeIsUp)).value ?? undefined;
  }
}

/** A protocol that is written as a program: it runs by itself and takes its messages when it wants them. */
export abstract class ActiveProtocol<M extends Contents = Record<string, unknown>> extends TaskProtocol<M> {
  /** What it does, from its launch on. */
  protected abstract run(): Promise<void>;

  protected override begin(): Task {
    return this.process.spawn(this.id, () => this.run());
  }
}

/**
 * A protocol without a program of its own: its messages wait until somebody's program takes them. Over a network it makes
 * that one a pull network: `send`, and `receive` when it suits.
 */
export class PullProtocol<M extends Contents = Record<string, unknown>> extends Protocol<M> {
  protected readonly handlers = {} as Handlers<M>;
  private readonly inbox = new Mailbox<MessageOf<M>>('the inbox of a pull protocol');

  override deliver(message: NekoMessage): void {
    this.inbox.put(message as MessageOf<M>);
  }

  /** Number of messages that nobody has taken yet. */
  get waiting(): number {
    return this.inbox.length;
  }

  send<T extends keyof M & string>(to: readonly number[], type: T, content: M[T]): void {
    this.sendTo(to, type, content);
  }

  /** Waits, in somebody's program, for the next message. */
  receive(program: Task): Wait<MessageOf<M>> {
    return program.take(this.inbox);
  }
}

/** Waits for some simulated seconds, by a timer of the process: if that is crashed then, until it recovers. */
function processSleep(task: Task, process: NekoProcess, seconds: number, who: string): Wait<void> {
  if (!task.mayAct) task.outOfTurn(`sleep(${seconds})`);
  const timer = process.timer(() => sleep.complete(undefined, false), `sleep of ${who}`);
  // First of all, since it may refuse.
  timer.schedule(seconds);
  const sleep = new ProcessSleep(task, timer, seconds);
  if (!sleep.isArmed) timer.cancel();
  return sleep;
}

class ProcessSleep extends Wait<void> {
  constructor(
    task: Task,
    private readonly timer: Timer,
    private readonly seconds: number,
  ) {
    super(task);
  }

  override describe(): string {
    return `sleep(${this.seconds})`;
  }

  protected override release(): void {
    this.timer.cancel();
  }
}
