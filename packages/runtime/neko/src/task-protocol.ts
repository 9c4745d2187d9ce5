import { first, Mailbox, type Task, type Signal, Wait } from '@kineko/kernel';
import type { NekoMessage } from './message.js';
import type { NekoProcess } from './process.js';
import { type Contents, type Handlers, Protocol } from './protocol.js';
import type { Timer } from './timer.js';

/** A message of one of the types of a protocol. */
export type MessageOf<M extends Contents> = { [T in keyof M & string]: NekoMessage<T, M[T]> }[keyof M & string];

/**
 * A protocol with a task of its own, which receives messages when it wants them.
 *
 * While its process is crashed, the task receives nothing and keeps sleeping; it continues when the process recovers.
 */
export abstract class TaskProtocol<M extends Contents = Record<string, unknown>> extends Protocol<
  M,
  Partial<Handlers<M>>
> {
  /** Handlers of messages that do not go to the inbox. */
  protected readonly handlers: Partial<Handlers<M>> = NO_HANDLERS;
  // Created on first use: there may be a million protocols.
  private mailbox: Mailbox<MessageOf<M>> | undefined = undefined;
  // `#` members: authors extend this class, and a private field could collide with one of theirs.
  #task: Task | undefined = undefined;

  constructor(process: NekoProcess) {
    super(process);
    process.programMade(this);
  }

  protected abstract begin(): Task;

  private get inbox(): Mailbox<MessageOf<M>> {
    return (this.mailbox ??= new Mailbox('its inbox'));
  }

  get hasFinished(): boolean {
    return this.#task?.isOver === true;
  }

  override deliver(message: NekoMessage): void {
    if (Object.hasOwn(this.handlers, message.type)) super.deliver(message);
    else this.inbox.put(message as MessageOf<M>);
  }

  protected override started(): void {
    this.process.addProgramId(this.id);
    this.process.programLaunched(this);
    this.#task = this.begin();
  }

  protected override maySend(): boolean {
    return this.process.programMessages.next(this.process.now);
  }

  /** Waits for the next message; with a limit in seconds, returns undefined after that. */
  protected receive(): Wait<MessageOf<M>>;
  protected receive(seconds: number): Promise<MessageOf<M> | undefined>;
  protected receive(seconds?: number): Wait<MessageOf<M>> | Promise<MessageOf<M> | undefined> {
    return seconds === undefined ? this.task.take(this.inbox) : this.receiveWithin(seconds);
  }

  protected sleep(seconds: number): Wait<void> {
    return processSleep(this.task, this.process, seconds, this.id);
  }

  /**
   * Waits until a signal or latch is fired, or for the next item of a mailbox. Any code may do that: a handler, a
   * timer, another protocol of the process.
   */
  protected waitFor<T>(source: Signal<T> | Mailbox<T>): Wait<T> {
    return source.wait(this.task);
  }

  /** For other kinds of waits. */
  protected get task(): Task {
    if (this.#task === undefined) throw this.wiringError('it waits before it is launched', 'launch it first');
    return this.#task;
  }

  /** For a protocol that is run by another one. */
  protected set task(task: Task) {
    this.#task = task;
  }

  private async receiveWithin(seconds: number): Promise<MessageOf<M> | undefined> {
    const timeIsUp = this.sleep(seconds);
    return (await first(this.task.take(this.inbox), timeIsUp)).value ?? undefined;
  }
}

const NO_HANDLERS = Object.freeze({});

/** A protocol that is one `async` function. */
export abstract class ActiveProtocol<M extends Contents = Record<string, unknown>> extends TaskProtocol<M> {
  /** The body of the task, started at launch. */
  protected abstract run(): Promise<void>;

  protected override begin(): Task {
    return this.process.spawn(this.id, () => this.run());
  }
}

/**
 * A protocol without a task of its own: its messages wait until some task receives them. Over a network it serves as a
 * pull network.
 */
export class PullProtocol<M extends Contents = Record<string, unknown>> extends Protocol<M> {
  protected readonly handlers = {} as Handlers<M>;
  private readonly inbox = new Mailbox<MessageOf<M>>('the inbox of a pull protocol');

  override deliver(message: NekoMessage): void {
    this.inbox.put(message as MessageOf<M>);
  }

  /** Number of messages not received yet. */
  get waiting(): number {
    return this.inbox.length;
  }

  send<T extends keyof M & string>(to: readonly number[], type: T, content: M[T]): void {
    this.sendTo(to, type, content);
  }

  /** Waits for the next message, in any task of the process. */
  receive(program: Task): Wait<MessageOf<M>> {
    return program.take(this.inbox);
  }
}

/** Waits for some simulated seconds, by a timer of the process: if the process is crashed then, until it recovers. */
function processSleep(task: Task, process: NekoProcess, seconds: number, who: string): Wait<void> {
  if (!task.mayAct) task.outOfTurn(`sleep(${seconds})`);
  const timer = process.timer(() => sleep.complete(undefined, false), `sleep of ${who}`);
  // First, since it may throw.
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
