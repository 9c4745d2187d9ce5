import type { NekoMessage, Sender } from '@kineko/neko';
import type { NekoRobot } from './neko-robot.js';
import type { AlgorithmClass, AnyAlgorithm } from './routine.js';

/** Who runs them. */
export interface Superior {
  readonly id: string;
  readonly robot: NekoRobot;
  readonly sender: Sender;
}

/**
 * The algorithms that another one runs now and then. Each is made once and keeps what it knows; its id is that of its
 * superior, a slash and the name of its class, so that it finds its peers.
 */
export class Subordinates {
  private readonly byClass = new Map<AlgorithmClass, AnyAlgorithm>();
  private readonly byId = new Map<string, AnyAlgorithm>();
  /** What came for some of them before they were there: peers may be ahead. */
  private early: NekoMessage[] = [];

  of(algorithm: AlgorithmClass, superior: Superior): AnyAlgorithm {
    let subordinate = this.byClass.get(algorithm);
    if (subordinate === undefined) {
      subordinate = new algorithm(superior.robot);
      this.byClass.set(algorithm, subordinate);
      this.introduce(subordinate, this.newId(superior.id, algorithm.name), superior.sender);
    }
    return subordinate;
  }

  /** Hands a message to the one that it is for. */
  deliver(message: NekoMessage): void {
    for (const [id, subordinate] of this.byId) if (isFor(id, message)) return subordinate.deliver(message);
    this.early.push(message);
  }

  private introduce(subordinate: AnyAlgorithm, id: string, sender: Sender): void {
    subordinate.setId(id);
    subordinate.setSender(sender);
    this.byId.set(id, subordinate);
    const early = this.early;
    this.early = early.filter((message) => !isFor(id, message));
    for (const message of early) if (isFor(id, message)) subordinate.deliver(message);
  }

  /** Of classes with the same name, the second one has a 2 behind it. */
  private newId(superior: string, name: string): string {
    const id = `${superior}/${name || 'algorithm'}`;
    let number = 1;
    while (this.byId.has(numbered(id, number))) number++;
    return numbered(id, number);
  }
}

function numbered(id: string, number: number): string {
  return number === 1 ? id : `${id}-${number}`;
}

/** To itself, or to one that it runs in turn. */
function isFor(id: string, { protocol }: NekoMessage): boolean {
  return protocol === id || protocol.startsWith(`${id}/`);
}
