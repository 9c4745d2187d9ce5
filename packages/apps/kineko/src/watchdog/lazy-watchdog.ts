import type { Run } from '@kineko/run';
import type { CliContext } from '@kineko/run/console';
import type { Watchdog, WatchdogOptions } from './watchdog.js';

/** Starts its thread when author code is about to be loaded, which most runs do not have. */
export class LazyWatchdog implements NonNullable<CliContext['watchdog']> {
  private watchdog: Watchdog | undefined;

  constructor(private readonly options: WatchdogOptions) {}

  async arm(): Promise<void> {
    const [{ Watchdog: Class }, { beforeAuthorCode }] = await Promise.all([
      import('./watchdog.js'),
      import('@kineko/run/node'),
    ]);
    const watchdog = (this.watchdog ??= new Class(this.options));
    beforeAuthorCode(async () => watchdog.start());
  }

  watch(run: Run, flush?: () => void): void {
    this.watchdog?.watch(run, flush);
  }

  signalled(): void {
    this.watchdog?.signalled();
  }
}
