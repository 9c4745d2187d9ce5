import { type Agenda, EventQueue, Handle } from './event-queue.js';
import { watchCombinators } from './combinators.js';
import { SchedulingError } from './errors.js';
import type { SimEvent } from './order.js';
import { type Identity, Task, type TaskBody, type Rounds } from './task.js';
import { Turn } from './turn.js';
import { type Waiting, waitingOf } from './run-report.js';

/** The event queue of a simulator in another OS process. */
interface OutsideQueue {
  schedule(id: number, at: number, event: SimEvent): void;
  cancel(id: number): void;
}

/**
 * Tasks in another OS process than the simulator that keeps their events. The simulator makes one call at a time; a
 * call is over when every task that could continue has blocked again, so that a run is the same as with tasks of the
 * simulator itself.
 */
export class OutsideTasks implements Agenda {
  /** Simulated seconds: set before each call. */
  now = 0;
  private readonly turn = new Turn(() => this.now);
  private readonly tasks = new Set<Task>();
  private readonly pending = new Map<number, Handle>();
  private scheduled = 0;

  constructor(private readonly queue: OutsideQueue) {}

  schedule(at: number, event: SimEvent): Handle {
    if (!(at >= this.now && at < Infinity)) {
      throw new SchedulingError(
        `cannot schedule "${event.describe()}" of owner ${event.low} for t = ${at}: now is ${this.now}`,
      );
    }
    const handle = new Handle(at, event, ++this.scheduled, ELSEWHERE);
    this.pending.set(handle.serial, handle);
    this.queue.schedule(handle.serial, at, event);
    return handle;
  }

  cancel(handle: Handle): void {
    if (!this.pending.delete(handle.serial)) {
      throw new SchedulingError(`cannot cancel "${handle.event.describe()}": it is already ${handle.state}`);
    }
    handle.state = 'cancelled';
    this.queue.cancel(handle.serial);
  }

  /** Fires an event that has reached the head of the queue. */
  fire(id: number): void {
    const handle = this.pending.get(id);
    if (handle === undefined) throw new SchedulingError(`no event ${id} is pending`);
    this.pending.delete(id);
    handle.state = 'fired';
    handle.event.run(this.now);
  }

  spawn(identity: Identity, body: TaskBody): Task {
    return this.start(identity.id, body, identity);
  }

  spawnShared<S>(id: number, rounds: Required<Rounds<S>>, subject: S): Task {
    return this.start(id, rounds, subject);
  }

  /** Runs an action of the simulator and its consequences in tasks; rejects if a task failed. */
  async call<T>(action: () => T): Promise<T> {
    const { turn } = this;
    let result: T;
    turn.inEvent = true;
    try {
      result = action();
    } finally {
      turn.inEvent = false;
    }
    // After every call, since it may have settled promises.
    if (turn.holder !== undefined || turn.hasParked) await new Promise<void>((resolve) => turn.whenOver(resolve));
    if (turn.failure !== undefined) throw turn.failure;
    return result;
  }

  /** The tasks and what they wait for. */
  get waiting(): Waiting[] {
    return [...this.tasks].map(waitingOf);
  }

  /** Starts to watch `Promise.all` and the like, as during a run, until the OS process ends. */
  watch(): void {
    watchCombinators(this.turn);
  }

  private start<S>(id: number, body: TaskBody | Rounds<S>, subject: S): Task {
    const host = { agenda: this, turn: this.turn, ended: (ended: Task) => this.tasks.delete(ended) };
    const task = new Task(id, subject, host);
    this.tasks.add(task);
    this.schedule(this.now, task.start(body));
    return task;
  }
}

/** A handle needs a queue, but these events are queued in another OS process. */
const ELSEWHERE = new EventQueue();
