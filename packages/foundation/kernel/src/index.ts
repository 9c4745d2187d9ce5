export { BucketQueue } from './bucket-queue.js';
export { all, first, TIMED_OUT, timeout } from './compose.js';
export type { Engine, Upkeep } from './engine.js';
export {
  EventError,
  Interrupted,
  LivelockError,
  messageOf,
  OutOfTurnError,
  SchedulingError,
  TaskError,
  WaitError,
} from './errors.js';
export { type Agenda, EventQueue, type Handle } from './event-queue.js';
export { log } from './log.js';
export { Mailbox } from './mailbox.js';
export type { Observer } from './observers.js';
export { EventClass, type OrderKey, type SimEvent } from './order.js';
export { OutsideTasks } from './outside-tasks.js';
export { Random, RandomStream, type StreamState } from './random.js';
export type { Gate } from './run-loop.js';
export type { RunReport, StoppedBy, Waiting } from './run-report.js';
export { Latch, Signal } from './signal.js';
export { type BusyWith, type Limits, Simulator } from './simulator.js';
export { isDelay } from './sleep.js';
export { SlotHeap } from './slot-heap.js';
export type { SlotQueue } from './slot-queue.js';
export type { Round, Rounds, Task, TaskBody } from './task.js';
export { Completion, Undertaking, Wait, type Waiter } from './wait.js';
