/** A run that is looked at in the browser while it goes. */
import type { RecordSink, Run } from '@kineko/run';
import { openInBrowser, ViewerHub } from '@kineko/run/server';
import { aborted } from './aborted.js';
import type { Surroundings } from './surroundings.js';
import { showInViewer, type Viewer } from './viewer-server.js';

export class Watching {
  private run: Run | undefined;

  private constructor(
    private readonly hub: ViewerHub,
    private readonly viewer: Viewer,
  ) {}

  static async start(name: string, open: boolean, { stderr }: Surroundings): Promise<Watching> {
    const hub: ViewerHub = new ViewerHub({ status: () => watching.status() });
    const viewer = await showInViewer({ kind: 'live', hub, name }, {});
    const watching: Watching = new Watching(hub, viewer);
    stderr.write(`watch it: ${viewer.url}\n`);
    if (open) openInBrowser(viewer.url);
    return watching;
  }

  /** Where the records go. */
  get sink(): RecordSink {
    return this.hub.sink;
  }

  begin(run: Run, recording: { flush(): void }): void {
    this.run = run;
    this.hub.follow(recording);
  }

  /** On a terminal the picture stays until the user has seen enough; otherwise until everybody has got it all. */
  async linger({ stderr, signal }: Surroundings): Promise<void> {
    await this.hub.allSent();
    if (stderr.isTTY !== true) return;
    stderr.write('the run is over; the viewer stays until Ctrl-C\n');
    await aborted(signal);
  }

  async close(): Promise<void> {
    await this.hub.close();
    await this.viewer.close();
  }

  private status() {
    const { now = 0, events = 0 } = this.run ?? {};
    return { now, events, paused: false, speed: Infinity, stoppedBy: this.run?.summary().stoppedBy };
  }
}
