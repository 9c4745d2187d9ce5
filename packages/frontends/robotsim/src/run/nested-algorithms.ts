import type { NekoMessage, Sender } from '@kineko/neko';
import type { NekoRobot } from './neko-robot.js';
import type { AlgorithmClass, AnyAlgorithm } from './routine.js';

/** The algorithm that runs nested ones. */
export interface Parent {
  readonly id: string;
  readonly robot: NekoRobot;
  readonly sender: Sender;
}

/**
 * The algorithms that a parent runs. Each is created once and keeps its state; its id is that of the parent, a slash and
 * the name of its class, so that it finds its peers on other robots.
 */
export class NestedAlgorithms {
  private readonly byClass = new Map<AlgorithmClass, AnyAlgorithm>();
  private readonly byId = new Map<string, AnyAlgorithm>();
  /** Messages for algorithms that have not been created yet: peers may be ahead. */
  private early: NekoMessage[] = [];

  of(algorithm: AlgorithmClass, parent: Parent): AnyAlgorithm {
    let nested = this.byClass.get(algorithm);
    if (nested === undefined) {
      nested = new algorithm(parent.robot);
      this.byClass.set(algorithm, nested);
      this.introduce(nested, this.newId(parent.id, algorithm.name), parent.sender);
    }
    return nested;
  }

  /** Delivers a message to the algorithm that it is for. */
  deliver(message: NekoMessage): void {
    for (const [id, nested] of this.byId) if (isFor(id, message)) return nested.deliver(message);
    this.early.push(message);
  }

  private introduce(nested: AnyAlgorithm, id: string, sender: Sender): void {
    nested.setId(id);
    nested.setSender(sender);
    this.byId.set(id, nested);
    const early = this.early;
    this.early = early.filter((message) => !isFor(id, message));
    for (const message of early) if (isFor(id, message)) nested.deliver(message);
  }

  /** The second of two classes with the same name gets the suffix -2. */
  private newId(parent: string, name: string): string {
    const id = `${parent}/${name || 'algorithm'}`;
    let number = 1;
    while (this.byId.has(numbered(id, number))) number++;
    return numbered(id, number);
  }
}

function numbered(id: string, number: number): string {
  return number === 1 ? id : `${id}-${number}`;
}

/** Whether a message is for an algorithm, or for one that is nested in it. */
function isFor(id: string, { protocol }: NekoMessage): boolean {
  return protocol === id || protocol.startsWith(`${id}/`);
}
