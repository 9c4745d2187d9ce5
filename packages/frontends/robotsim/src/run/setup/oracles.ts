/** Failure detectors and consensus for protocols that need them. */
import {
  CombinedDetector,
  type Consensus,
  type FailureDetector,
  Heartbeat,
  type NekoProcess,
  type Protocol,
  type Sender,
  SimulatedDetector,
  wire,
  WrongSuspicionsDetector,
} from '@kineko/neko';
import type { NekoConfig } from '../../format/config.js';
import { CONSENSUS } from './consensus.js';

/** Default times of a heartbeat detector (s). */
const HEARTBEAT = { send: 1, timeout: 4, increase: 2 };

export type DetectorPart = FailureDetector & Protocol<never>;

export class Oracles {
  private readonly detectors = new Map<number, FailureDetector>();
  /** The detectors that the list of protocols names. */
  private readonly namedDetectors = new Map<number, FailureDetector[]>();

  /** @param processes All processes, for simulated detectors. */
  constructor(
    private readonly config: NekoConfig,
    readonly processes: () => readonly NekoProcess[],
  ) {}

  /** The detector of a process, created on first use. */
  detector(process: NekoProcess): FailureDetector {
    let detector = this.detectors.get(process.id);
    if (detector === undefined) this.detectors.set(process.id, (detector = this.make(process)));
    return detector;
  }

  /** Forgets the detectors of a process, which is built again. */
  forget({ id }: NekoProcess): void {
    this.detectors.delete(id);
    this.namedDetectors.delete(id);
  }

  /** Makes a named detector the one of its process. */
  use({ id }: NekoProcess, detector: FailureDetector): void {
    this.detectors.set(id, detector);
    this.namedDetectors.set(id, [...(this.namedDetectors.get(id) ?? []), detector]);
  }

  /** The detectors that were named so far. */
  named({ id }: NekoProcess): readonly FailureDetector[] {
    return this.namedDetectors.get(id) ?? [];
  }

  /** Creates the consensus that the configuration names. */
  consensus(process: NekoProcess, below: Sender, id: string): Consensus {
    const { item: make } = CONSENSUS.find(this.config.get('consensus.initializer'))!;
    return make({ process, below, id, detector: this.detector(process) });
  }

  private make(process: NekoProcess): FailureDetector {
    const { config } = this;
    const parts: DetectorPart[] = [];
    if (config.get('fd.simulated')) {
      const detectionTime = config.get('fd.simulated.detectionTime') ?? 0;
      parts.push(new SimulatedDetector(process, { detectionTime, processes: this.processes() }));
    }
    if (config.get('fd.simulatedWithWrongSuspicions')) {
      const recurrence = config.get('fd.simulatedWithWrongSuspicions.tMR')!;
      const duration = config.get('fd.simulatedWithWrongSuspicions.tM')!;
      parts.push(new WrongSuspicionsDetector(process, { recurrence, duration }));
    }
    if (parts.length === 0 || config.get('heartbeat')) {
      const send = config.get('heartbeat.send') ?? HEARTBEAT.send;
      const timeout = config.get('heartbeat.timeout') ?? HEARTBEAT.timeout;
      parts.push(new Heartbeat(process, { ...HEARTBEAT, send, timeout }));
    }
    return combined(process, parts, process.network(config.get('heartbeat.network.index')));
  }
}

function combined(process: NekoProcess, parts: readonly DetectorPart[], network: Sender): FailureDetector {
  const [only] = parts;
  for (const [index, part] of parts.entries()) {
    wire(part, parts.length === 1 ? 'detector' : `detector/${index}`, network);
  }
  return parts.length === 1 ? only! : wire(new CombinedDetector(process, parts), 'detector', network);
}
