/** The world that was opened last in a page and waits to be served. */
import { basename } from 'node:path';
import { requireValid } from '@kineko/run';
import { ChirpScenario } from '../run/scenario.js';

export class WorldQueue {
  /** Called when a world has been opened. */
  onOpened: (() => void) | undefined;
  private next: ChirpScenario | undefined;
  private waiting: (() => void)[] = [];

  /** @param applyFlags Gives a world the values of the command line. */
  constructor(private readonly applyFlags: (world: ChirpScenario) => void) {}

  get hasNext(): boolean {
    return this.next !== undefined;
  }

  /** Throws an `InputError` if the world is invalid. */
  async open(name: string, bytes: Uint8Array): Promise<void> {
    // A page may send any name; it is only shown, and no file of that name is read.
    const path = basename(name.replaceAll('\\', '/')).replace(/\p{C}/gu, '').slice(0, MAX_NAME) || 'world.json';
    // No other format: some load code.
    const scenario = new ChirpScenario({ path, bytes });
    this.applyFlags(scenario);
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

  /** Resolves when a world waits. */
  whenOpened(): Promise<void> {
    return this.hasNext ? Promise.resolve() : new Promise((resolve) => void this.waiting.push(resolve));
  }
}

const MAX_NAME = 100;
