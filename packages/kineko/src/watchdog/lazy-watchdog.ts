import type { Run } from '@kineko/run';
import type { CodeWatch } from '../surroundings.js';
import type { Watchdog, WatchdogOptions } from './watchdog.js';

/** A watchdog that is loaded when authors' code is about to be: most commands need none. */
export class LazyWatchdog implements CodeWatch {
  private watchdog: Watchdog | undefined;

  constructor(private readonly options: WatchdogOptions) {}

  async start(): Promise<void> {
    const { Watchdog: Class } = await import('./watchdog.js');
    this.watchdog ??= new Class(this.options);
    this.watchdog.start();
  }

  watch(run: Run, flush?: () => void): void {
    this.watchdog?.watch(run, flush);
  }

  /** A signal has been served. */
  signalled(): void {
    this.watchdog?.signalled();
  }
}
