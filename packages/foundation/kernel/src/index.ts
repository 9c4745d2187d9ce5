export type { Agenda } from './agenda.js';
export { BucketQueue } from './bucket-queue.js';
export { all, type First, first, TIMED_OUT, timeout } from './compose.js';
export type { Engine, Upkeep } from './engine.js';
export {
  EventError,
  Interrupted,
  LivelockError,
  messageOf,
  OutOfTurnError,
  TaskError,
  SchedulingError,
  WaitError,
} from './errors.js';
export { EventQueue, type Handle, type HandleState } from './event-queue.js';
export type { Gate } from './gate.js';
export { log } from './log.js';
export { Mailbox } from './mailbox.js';
export type { Observer } from './observers.js';
export { compareKeys, EventClass, type OrderKey, type SimEvent } from './order.js';
export { type OutsideQueue, OutsideTasks } from './outside-tasks.js';
export type { Identity, Task, TaskBody, Round, Rounds } from './task.js';
export { Random, RandomStream, type StreamState } from './random.js';
export type { RunReport, StoppedBy } from './run-report.js';
export { Latch, Signal } from './signal.js';
export { type BusyWith, type Limits, Simulator, type SimulatorOptions } from './simulator.js';
export { isDelay } from './sleep.js';
export { SlotHeap } from './slot-heap.js';
export type { SlotQueue } from './slot-queue.js';
export { Completion, Undertaking, Wait, type Waiter } from './wait.js';
export type { Waiting } from './waiting.js';
