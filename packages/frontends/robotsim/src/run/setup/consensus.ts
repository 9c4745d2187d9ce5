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

export type ConsensusMaker = (context: ConsensusContext) => Consensus;

const withDetector = (create: typeof ChandraToueg | typeof MostefaouiRaynal): ConsensusMaker => {
  return ({ process, below, id, detector }) => {
    const consensus = new create(process);
    consensus.setDetector(detector);
    return wire(consensus, id, below);
  };
};

const paxos: ConsensusMaker = ({ process, below, id, detector }) => {
  const omega = new Omega(process);
  omega.setDetector(detector);
  omega.setId(`${id}/omega`);
  omega.launch();
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
