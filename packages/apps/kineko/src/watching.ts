/** A running simulation that is shown, paused and resumed in the browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pacer } from '@kineko/kernel/pacing';
import { type RecordSink, type Run, type Scenario, WHY_STOPPED } from '@kineko/run';
import { aborted, type CliContext, type LiveView } from '@kineko/run/console';
import { type Peer, ViewerHub } from '@kineko/server';
import type { Opening } from '@kineko/viewer';
import { animationOf } from './animation.js';
import { layerScripts } from './looks/layer-files.js';
import { type LookArguments, openingOf, requestedLook } from './looks/requested-look.js';
import { openInBrowser } from './open-in-browser.js';
import { showInViewer, type ShownRun, type Viewer } from './viewer-server.js';

/** Shows the run of a scenario as its configuration and the flags request. */
export async function startWatching(
  scenario: Scenario,
  { layers, layer, ...others }: LookArguments & Pick<WatchOptions, 'open' | 'pacer' | 'openWorld' | 'port'>,
  context: CliContext,
): Promise<Watching> {
  const requested = await requestedLook({ layers, layer }, context.cwd);
  const opening = { ...openingOf(requested, undefined, {}), ...animationOf(scenario) };
  const scripts = await layerScripts(requested.layerFiles);
  return Watching.start({ name: scenario.name, info: scenario.traceInfo, ...others, opening, scripts }, context);
}

interface WatchOptions {
  readonly name: string;
  /** Header of the trace, for viewers. */
  readonly info?: Scenario['traceInfo'];
  /** Whether the browser is opened. */
  readonly open: boolean;
  /** Paces the run, if viewers may control it. */
  readonly pacer?: Pacer | undefined;
  readonly openWorld?: ShownRun['openWorld'];
  readonly opening?: Opening | undefined;
  readonly scripts?: readonly string[] | undefined;
  readonly port?: number | undefined;
}

/** Seconds that a paused run waits after its last page was closed, so that the page can be reloaded. */
const RESUME_SECONDS = 3;

export class Watching implements LiveView {
  private run: Run | undefined;
  private resuming: ReturnType<typeof setTimeout> | undefined;
  private onFirstPage: () => void = () => {};
  private readonly firstPage = new Promise<void>((resolve) => {
    this.onFirstPage = resolve;
  });
  private viewer: Viewer | undefined;
  private hub: ViewerHub;

  private constructor(
    { name, info }: Pick<WatchOptions, 'name' | 'info'>,
    private pacer: Pacer | undefined,
    private readonly stderr: CliContext['stderr'],
  ) {
    this.hub = this.newHub(name, info);
  }

  static async start(options: WatchOptions, { stderr }: CliContext): Promise<Watching> {
    const { name, open, pacer, openWorld, opening, scripts, port } = options;
    const watching = new Watching(options, pacer, stderr);
    const hub = { accept: (peer: Peer) => watching.hub.accept(peer) };
    const viewer = await showInViewer({ kind: 'live', hub, name, openWorld }, { opening, scripts, port });
    watching.viewer = viewer;
    stderr.write(`watch it: ${viewer.url}\n`);
    if (open) openInBrowser(viewer.url);
    return watching;
  }

  /** Switches to another run; connected pages follow. */
  async showAnother(name: string, pacer: Pacer | undefined): Promise<void> {
    const before = this.hub;
    this.run = undefined;
    this.pacer = pacer;
    this.hub = this.newHub(name);
    await before.closeForNextRun();
  }

  private newHub(name: string, info?: Scenario['traceInfo']): ViewerHub {
    const { pacer } = this;
    return new ViewerHub({
      name,
      info,
      status: () => this.status(),
      // Changes the pace of the run, never its results.
      control:
        pacer &&
        ((command) => {
          switch (command.type) {
            case 'pause':
              return pacer.pause();
            case 'resume':
              return pacer.resume();
            case 'speed':
              pacer.factor = command.factor;
              return;
            case 'step':
              if (!pacer.paused) throw new Error('the run is not paused: pause it first');
              pacer.step(command.events);
          }
        }),
      onViewers: (viewers) => this.countPages(viewers),
    });
  }

  /** Receives the records. */
  get sink(): RecordSink {
    return this.hub.sink;
  }

  /** Resolves when a page is connected, after a timeout, or on Ctrl-C: a short run would end unseen. */
  async waitForPage(seconds: number, signal: AbortSignal): Promise<void> {
    if (seconds <= 0 || this.hub.viewers > 0 || signal.aborted) return;
    this.stderr.write(`waiting for a page; the run starts without one in ${seconds} s (--wait 0 starts it at once)\n`);
    const ending = new AbortController();
    const timeout = sleep(seconds * 1000, 'timeout', { signal: AbortSignal.any([signal, ending.signal]) });
    const reason = await Promise.race([this.firstPage, timeout.catch(() => undefined)]);
    ending.abort();
    if (reason === 'timeout') this.stderr.write('no page was opened: the run starts without one\n');
  }

  begin(run: Run, recording: { passOn(): void }): void {
    this.run = run;
    if (this.pacer !== undefined) this.pacer.count = () => run.events;
    this.hub.follow(recording);
  }

  /** Keeps the viewer open until Ctrl-C on a terminal; elsewhere until all pages have all records. */
  async linger({ stderr, signal }: CliContext): Promise<void> {
    await this.hub.allSent();
    if (stderr.isTTY !== true) return;
    stderr.write('the run is over; the viewer stays until Ctrl-C\n');
    await aborted(signal);
  }

  async close(): Promise<void> {
    clearTimeout(this.resuming);
    await this.hub.close();
    await this.viewer?.close();
  }

  /** A paused run must not wait forever when no page is left that could resume it. */
  private countPages(pages: number): void {
    clearTimeout(this.resuming);
    if (pages > 0) return this.onFirstPage();
    const { pacer, run } = this;
    if (pacer?.paused !== true || run === undefined || run.summary().stoppedBy !== undefined) return;
    this.stderr.write(
      `the last page was closed and the run is paused at t = ${Number(run.now.toFixed(3))} s: ` +
        `it resumes in ${RESUME_SECONDS} s unless a page is opened\n`,
    );
    this.resuming = setTimeout(() => {
      pacer.resume();
      this.stderr.write('the run has resumed\n');
    }, RESUME_SECONDS * 1000);
  }

  private status() {
    const { now: last = 0, events = 0 } = this.run ?? {};
    const { paused = false, factor = Infinity } = this.pacer ?? {};
    const now = this.pacer?.continuous === true ? Math.max(last, this.pacer.reached) : last;
    const stoppedBy = this.run?.summary().stoppedBy;
    return { now, events, paused, speed: factor, stoppedBy, reason: stoppedBy && WHY_STOPPED[stoppedBy] };
  }
}
