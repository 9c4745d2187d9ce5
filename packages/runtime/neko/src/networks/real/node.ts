/** One process of a run over real networks, in its own OS process: the same for the master and for slaves. */
import { EventClass, Random } from '@kineko/kernel';
import type { AuthorLog } from '../../logger.js';
import { type NekoHost, NekoProcess } from '../../process.js';
import type { Address } from './address.js';
import { type Algorithm, type AlgorithmContext, settingsIn } from './algorithm.js';
import type { NetworkKind } from './frames.js';
import { LiveRun } from './live-run.js';
import type { NetworkCounts, RealNetwork, NodeContext } from './real-network.js';
import { TcpNetwork } from './tcp-network.js';
import { UdpNetwork } from './udp-network.js';

const KINDS: Readonly<Record<NetworkKind, new (context: NodeContext) => RealNetwork>> = {
  tcp: TcpNetwork,
  udp: UdpNetwork,
};

export interface NodeOptions extends Omit<NodeContext, 'live'> {
  readonly seed: number;
  readonly algorithm: Algorithm;
  readonly context: AlgorithmContext;
  readonly networks: readonly NetworkKind[];
  readonly log?: AuthorLog | undefined;
}

/** Receives the progress of a node. */
export interface NodeListener {
  /** No more records are made before this time. */
  passed(time: number): void;
  /** The algorithm has finished; called once. */
  finished(): void;
}

/** Interval of progress reports (ms). */
const MARK_MS = 100;

export class RealNode {
  readonly live = new LiveRun();
  readonly process: NekoProcess;
  private readonly networks: readonly RealNetwork[];
  private isFinished: () => boolean = () => false;
  private marks: NodeJS.Timeout | undefined;

  constructor(private readonly options: NodeOptions) {
    const { id, n, seed, emit, log, context } = options;
    this.networks = options.networks.map((kind) => new KINDS[kind]({ ...options, live: this.live }));
    const nekoHost: NekoHost = {
      simulator: this.live.simulator,
      n,
      random: new Random(seed),
      emit,
      log,
      shutdown: (reason) => context.shutdown(reason),
      parameters: (className) => settingsIn(context.parameters, className),
    };
    this.process = new NekoProcess(id, nekoHost, this.networks);
  }

  /** Starts to listen; returns the ports of the networks. */
  async listen(): Promise<number[]> {
    const ports: number[] = [];
    for (const network of this.networks) ports.push(await network.listen());
    return ports;
  }

  /** By network, then by process. */
  async open(addresses: readonly (readonly Address[])[]): Promise<void> {
    await Promise.all(this.networks.map((network, index) => network.open(addresses[index]!)));
  }

  /** Runs the algorithm until the node is closed; the run started some seconds ago. */
  async run(secondsAgo: number): Promise<void> {
    const { algorithm, context, id } = this.options;
    // Before any message that has arrived already.
    this.live.simulator.schedule(0, {
      class: EventClass.GridUpkeep,
      low: id,
      high: id,
      run: () => {
        this.isFinished = algorithm(this.process, context) ?? (() => false);
      },
      describe: () => `initialization of p${id}`,
    });
    await this.live.run(secondsAgo);
  }

  /** Reports progress regularly until the node is closed. */
  watch(listener: NodeListener): void {
    let hasFinished = false;
    // Records made before this event are complete, and later ones are not earlier.
    const mark = (): void => {
      if (hasFinished !== this.isFinished()) {
        hasFinished = true;
        listener.finished();
      }
      listener.passed(this.live.simulator.now);
    };
    const { id } = this.options;
    const event = { class: EventClass.Observer, low: id, high: id, run: mark, describe: () => 'a mark of the log' };
    this.marks = setInterval(() => this.live.enter(event), MARK_MS);
  }

  peerGone(process: number): void {
    for (const network of this.networks) network.peerGone(process);
  }

  announceEnd(): void {
    for (const network of this.networks) network.announceEnd();
  }

  async drained(): Promise<void> {
    await Promise.all(this.networks.map((network) => network.drained()));
  }

  close(): void {
    clearInterval(this.marks);
    for (const network of this.networks) network.close();
    this.live.stop();
  }

  /** The sums over its networks. */
  get counts(): NetworkCounts {
    const sum: NetworkCounts = { dropped: 0, badFrames: 0, refused: 0, reconnects: 0 };
    for (const { counts } of this.networks) {
      for (const name of Object.keys(sum) as (keyof NetworkCounts)[]) sum[name] += counts[name];
    }
    return sum;
  }
}
