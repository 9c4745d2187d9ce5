import type { Task } from '@kineko/kernel';
import type { Contents } from './protocol.js';
import { TaskProtocol } from './task-protocol.js';

/** A protocol that is written as a program: it runs by itself and takes its messages when it wants them. */
export abstract class ActiveProtocol<M extends Contents = Record<string, unknown>> extends TaskProtocol<M> {
  /** What it does, from its launch on. */
  protected abstract run(): Promise<void>;

  protected override begin(): Task {
    return this.process.spawn(this.id, () => this.run());
  }
}
