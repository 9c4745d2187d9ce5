import { expected } from '@kineko/formats/problem';
import { EventClass, type Limits, Random, type RunReport, Simulator } from '@kineko/kernel';
import { explainedFailure } from './frozen-message.js';
import { type Network, WiringError } from './message.js';
import { type NekoHost, NekoProcess } from './process.js';

/** Builds and launches the protocols of one process. */
export type ProcessInitializer = (process: NekoProcess) => void;

export interface NekoSystemOptions extends Pick<NekoHost, 'n' | 'emit' | 'log' | 'parameters' | 'composeLink'> {
  /** Default: 0. Not used together with `random`. */
  readonly seed?: number;
  /** Creates the networks of all processes; the first one is the default. */
  readonly networks: (host: NekoHost) => readonly Network[];
  /** One for all processes, or one per process. */
  readonly initializer: ProcessInitializer | readonly ProcessInitializer[];
  /** Creates a process, for other classes of processes. */
  readonly create?: (id: number, host: NekoHost, networks: readonly Network[]) => NekoProcess;
  /** Called when a process requests the end of the run. Default: the simulator stops. */
  readonly onShutdown?: ((reason: string) => void) | undefined;
  /** Shares clock and randomness, for example with a world of robots. */
  readonly simulator?: Simulator;
  readonly random?: Random;
}

/** Processes on simulated networks, initialized at the first instant in the order of their ids. */
export class NekoSystem {
  readonly simulator: Simulator;
  readonly random: Random;
  readonly networks: readonly Network[];
  readonly processes: readonly NekoProcess[];

  constructor(options: NekoSystemOptions) {
    const { n, seed = 0, emit, log, initializer, parameters, composeLink, create = newProcess } = options;
    if (!(Number.isInteger(n) && n >= 1))
      throw new WiringError(`number of processes: ${expected('an integer, 1 or more', n)}`);
    this.simulator = options.simulator ?? new Simulator();
    this.random = options.random ?? new Random(seed);
    const shutdown = options.onShutdown ?? (() => this.simulator.stop());
    const { simulator, random } = this;
    const initialize = (process: NekoProcess): void =>
      typeof initializer === 'function' ? initializer(process) : initializer[process.id]!(process);
    const host: NekoHost = { simulator, n, random, emit, log, shutdown, parameters, composeLink, restart: initialize };
    this.networks = options.networks(host);
    this.processes = Array.from({ length: n }, (_, id) => create(id, host, this.networks));
    if (typeof initializer !== 'function' && initializer.length !== n)
      throw new WiringError(`initializers: expected ${n}, one per process, got ${initializer.length}`);
    // Initialize all processes before any message or timer, whatever protocols do at launch.
    this.simulator.schedule(this.simulator.now, {
      class: EventClass.GridUpkeep,
      low: 0,
      high: 0,
      run: () => {
        for (const process of this.processes) initialize(process);
      },
      describe: () => 'initialization of the processes',
    });
  }

  process(id: number): NekoProcess {
    const process = this.processes[id];
    if (process === undefined)
      throw new WiringError(`process: ${expected(`an id from 0 to ${this.processes.length - 1}`, id)}`);
    return process;
  }

  async run(limits?: Limits): Promise<RunReport> {
    try {
      return await this.simulator.run(limits);
    } catch (error) {
      throw explainedFailure(error);
    }
  }
}

function newProcess(id: number, host: NekoHost, networks: readonly Network[]): NekoProcess {
  return new NekoProcess(id, host, networks);
}
