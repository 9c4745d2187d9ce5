/** A run that is looked at, and held and let go, in the browser while it goes. */
import type { RecordSink, Run, Scenario } from '@kineko/run';
import { openInBrowser, type Order, type Peer, type RunStatus, ViewerHub } from '@kineko/run/server';
import type { Opening } from '@kineko/web';
import { aborted } from './aborted.js';
import { animationOf } from './animation.js';
import type { LookFlags } from './looks/flags.js';
import { layerScripts } from './looks/layer-files.js';
import { askedLook } from './looks/looks.js';
import { openingOf } from './looks/opening-of.js';
import type { Surroundings } from './surroundings.js';
import { showInViewer, type ShownRun, type Viewer } from './viewer-server.js';

/** What holds a run back: real time, as viewers may change it. */
export interface Pace {
  /** Simulated seconds per second. */
  factor: number;
  readonly paused: boolean;
  pause(): void;
  resume(): void;
  /** Lets a paused run go on by a little. */
  step(): void;
  /** Simulated seconds, where that is more than the time of the last event. */
  reached?(): number;
}

export interface WatchRequests extends LookFlags {
  readonly open: boolean;
  readonly pacer?: Pace | undefined;
  readonly port?: number | undefined;
  /** Runs a world that was opened in a page. */
  readonly openWorld?: ShownRun['openWorld'];
}

/** Shows a scenario's run as its configuration and the flags ask for. */
export async function startWatching(
  scenario: Scenario,
  { layers, layer, ...others }: WatchRequests,
  surroundings: Surroundings,
): Promise<Watching> {
  const asked = await askedLook({ layers, layer }, surroundings.cwd);
  const opening = { ...openingOf(asked, undefined, {}), ...animationOf(scenario) };
  const scripts = await layerScripts(asked.layerFiles);
  return Watching.start({ name: scenario.name, info: scenario.traceInfo, ...others, opening, scripts }, surroundings);
}

interface WatchOptions {
  readonly name: string;
  /** What the trace says of itself in its header, for those who watch. */
  readonly info?: Scenario['traceInfo'];
  /** Whether the browser is opened. */
  readonly open: boolean;
  /** What holds the run back, if viewers may say how. */
  readonly pacer?: Pace | undefined;
  readonly openWorld?: ShownRun['openWorld'];
  readonly opening?: Opening | undefined;
  readonly scripts?: readonly string[] | undefined;
  readonly port?: number | undefined;
}

export class Watching {
  private run: Run | undefined;
  private viewer: Viewer | undefined;
  private hub: ViewerHub;

  private constructor(
    { name, info }: Pick<WatchOptions, 'name' | 'info'>,
    private pacer: Pace | undefined,
  ) {
    this.hub = this.newHub(name, info);
  }

  static async start(options: WatchOptions, { stderr }: Surroundings): Promise<Watching> {
    const { name, open, pacer, openWorld, opening, scripts, port } = options;
    const watching = new Watching(options, pacer);
    const hub = { accept: (peer: Peer) => watching.hub.accept(peer) };
    const viewer = await showInViewer({ kind: 'live', hub, name, openWorld }, { opening, scripts, port });
    watching.viewer = viewer;
    stderr.write(`watch it: ${viewer.url}\n`);
    if (open) openInBrowser(viewer.url);
    return watching;
  }

  /** Shows another run from now on: the pages come along. */
  async showAnother(name: string, pacer: Pace | undefined): Promise<void> {
    const before = this.hub;
    this.run = undefined;
    this.pacer = pacer;
    this.hub = this.newHub(name);
    await before.giveWay();
  }

  private newHub(name: string, info?: Scenario['traceInfo']): ViewerHub {
    const { pacer } = this;
    return new ViewerHub({
      name,
      info,
      status: () => this.status(),
      control: pacer && ((order) => obey(pacer, order)),
    });
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
    await this.viewer?.close();
  }

  private status(): RunStatus {
    const { now: last = 0, events = 0 } = this.run ?? {};
    const { paused = false, factor = Infinity } = this.pacer ?? {};
    const now = Math.max(last, this.pacer?.reached?.() ?? 0);
    return { now, events, paused, speed: factor, stoppedBy: this.run?.summary().stoppedBy };
  }
}

/** None of it changes what happens, only when. */
function obey(pacer: Pace, order: Order): void {
  switch (order.type) {
    case 'pause':
      return pacer.pause();
    case 'resume':
      return pacer.resume();
    case 'speed':
      pacer.factor = order.factor;
      return;
    case 'step':
      if (!pacer.paused) throw new Error('the run is not held: hold it first');
      for (let k = 0; k < order.events; k++) pacer.step();
  }
}
