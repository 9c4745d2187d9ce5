/** Failure detectors and consensus, as a configuration asks for them: for protocols that stand on them. */
import type { NekoConfig } from '@kineko/formats/neko-config';
import {
  ChandraToueg,
  CombinedDetector,
  type Consensus,
  type FailureDetector,
  Heartbeat,
  MostefaouiRaynal,
  type NekoProcess,
  Omega,
  Paxos,
  type Protocol,
  type Sender,
  SimulatedDetector,
  wire,
  WrongSuspicionsDetector,
} from '@kineko/neko';

/** Seconds: what a heartbeat detector is made with when nobody says otherwise. */
const HEARTBEAT = { send: 1, timeout: 4, increase: 2 };

export class Oracles {
  private readonly detectors = new Map<number, FailureDetector>();

  /** @param processes All of them, for detectors that are only simulated. */
  constructor(
    private readonly config: NekoConfig,
    private readonly processes: () => readonly NekoProcess[],
  ) {}

  /** The detector of a process, made when it is first asked for. */
  detector(process: NekoProcess): FailureDetector {
    let detector = this.detectors.get(process.id);
    if (detector === undefined) this.detectors.set(process.id, (detector = this.make(process)));
    return detector;
  }

  consensus(process: NekoProcess, below: Sender, id: string): Consensus {
    const name = this.config.get('consensus.initializer') ?? '';
    if (/paxos/i.test(name)) {
      const omega = new Omega(process);
      omega.setDetector(this.detector(process));
      omega.setId(`${id}/omega`);
      omega.launch();
      const paxos = new Paxos(process);
      paxos.setOracle(omega);
      return wire(paxos, id, below);
    }
    const consensus = /ConsensusMR/i.test(name) ? new MostefaouiRaynal(process) : new ChandraToueg(process);
    consensus.setDetector(this.detector(process));
    return wire(consensus, id, below);
  }

  private make(process: NekoProcess): FailureDetector {
    const { config } = this;
    const parts: (FailureDetector & Protocol<never>)[] = [];
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
    return combined(process, parts);
  }
}

function combined(process: NekoProcess, parts: readonly (FailureDetector & Protocol<never>)[]): FailureDetector {
  const [only] = parts;
  for (const [index, part] of parts.entries()) {
    part.setId(parts.length === 1 ? 'detector' : `detector/${index}`);
    part.setSender(process.network());
    part.launch();
  }
  if (parts.length === 1) return only!;
  const all = new CombinedDetector(process, parts);
  all.setId('detector');
  all.setSender(process.network());
  all.launch();
  return all;
}
