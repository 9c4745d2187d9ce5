/** Consensus algorithms for protocols, as a configuration names them. */
import {
  ChandraToueg,
  type Consensus,
  type FailureDetector,
  MostefaouiRaynal,
  type NekoProcess,
  Omega,
  Paxos,
  type Sender,
  StablePaxos,
  wire,
} from '@kineko/neko';
import { Catalog } from './catalog.js';

/** Context in which a consensus is created. */
export interface ConsensusContext {
  readonly process: NekoProcess;
  readonly below: Sender;
  readonly id: string;
  readonly detector: FailureDetector;
}

type OracleContext = Pick<ConsensusContext, 'process' | 'detector'>;

export type ConsensusMaker = (context: ConsensusContext) => Consensus;

const withDetector = (create: typeof ChandraToueg | typeof MostefaouiRaynal): ConsensusMaker => {
  return ({ process, below, id, detector }) => {
    const consensus = new create(process);
    consensus.setDetector(detector);
    return wire(consensus, id, below);
  };
};

/** The leader oracle over the detector of a process. */
export function omegaOver({ process, detector }: OracleContext, id: string): Omega {
  const omega = new Omega(process);
  omega.setDetector(detector);
  return wire(omega, id, process.network());
}

/** Paxos with stable storage, directly over the network. */
export function stablePaxos(context: OracleContext, id: string): StablePaxos {
  const consensus = new StablePaxos(context.process);
  consensus.setOracle(omegaOver(context, `${id}/omega`));
  return wire(consensus, id, context.process.network());
}

const paxos: ConsensusMaker = ({ process, below, id, detector }) => {
  const omega = omegaOver({ process, detector }, `${id}/omega`);
  const consensus = new Paxos(process);
  consensus.setOracle(omega);
  return wire(consensus, id, below);
};

const java = (name: string): string => `lse.neko.consensus.${name}`;

export const CONSENSUS = new Catalog<ConsensusMaker>('consensus', [
  {
    name: 'ConsensusCTInitializer',
    aliases: ['ChandraToueg', 'ConsensusCT', java('ConsensusCTInitializer')],
    doc: 'a rotating coordinator and a failure detector (Chandra and Toueg)',
    item: withDetector(ChandraToueg),
  },
  {
    name: 'ConsensusMRInitializer',
    aliases: ['MostefaouiRaynal', 'ConsensusMR', java('ConsensusMRInitializer')],
    doc: 'the same with fewer steps (Mostéfaoui and Raynal)',
    item: withDetector(MostefaouiRaynal),
  },
  {
    name: 'ConsensusPaxosInitializer',
    aliases: ['Paxos', 'ConsensusPaxos', java('ConsensusPaxosInitializer')],
    doc: 'a leader that a majority follows (Lamport)',
    item: paxos,
  },
]);
