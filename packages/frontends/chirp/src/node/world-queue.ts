/** Worlds that were opened in a page and wait to be served; only the last one counts. */
import { basename } from 'node:path';
import { requireValid } from '@kineko/run';
import { ChirpScenario } from '../run/scenario.js';

export class WorldQueue {
  /** Called when one has been opened. */
  onOpened: (() => void) | undefined;
  private next: ChirpScenario | undefined;
  private waiting: (() => void)[] = [];

  /** @param settle Gives a world the values of the command line. */
  constructor(private readonly settle: (world: ChirpScenario) => void) {}

  get hasNext(): boolean {
    return this.next !== undefined;
  }

  /** Throws an `InputError` with what is wrong with it. */
  async open(name: string, bytes: Uint8Array): Promise<void> {
    // A page may send any name, and it is only for people: no file is read by it.
    const path = basename(name.replaceAll('\\', '/')).replace(/\p{C}/gu, '').slice(0, MAX_NAME) || 'world.json';
    // Of this format and no other: some load code.
    const scenario = new ChirpScenario({ path, bytes });
    this.settle(scenario);
    await requireValid(scenario);
    this.next = scenario;
    for (const resolve of this.waiting.splice(0)) resolve();
    this.onOpened?.();
  }

  take(): ChirpScenario | undefined {
    const { next } = this;
    this.next = undefined;
    return next;
  }

  /** Resolves when one waits. */
  whenOpened(): Promise<void> {
    return this.hasNext ? Promise.resolve() : new Promise((resolve) => void this.waiting.push(resolve));
  }
}

const MAX_NAME = 100;
