/**
 * The composite of the thesis's figure 3.10: an application over atomic broadcast, over consensus, over failure detection,
 * and beside it a leader election over the same detector. Each protocol is given its neighbours here, and does not depend on
 * their classes.
 *
 * application |      \ atomic      leader election broadcast          | |     \           | reliable  consensus  consensus
 * broadcast  |    \    /   | |       |   detector  | +-------+-- network --+
 */
import {
  ChandraToueg,
  ConsensusBroadcast,
  Heartbeat,
  LeaderElection,
  type NekoProcess,
  UniformReliableBroadcast,
  wire,
} from 'kineko';
import { Orders } from './orders.js';

export interface Stack {
  readonly detector: Heartbeat;
  readonly election: LeaderElection;
  readonly orders: Orders;
}

export function composite(process: NekoProcess, log: (line: string) => void): Stack {
  const network = process.network();
  const detector = wire(new Heartbeat(process, { send: 2, timeout: 12, increase: 4 }), 'detector', network);

  // Two instances of consensus, since each counts its rounds from 0.
  const consensusOf = (id: string): ChandraToueg => {
    const consensus = new ChandraToueg(process);
    consensus.setDetector(detector);
    return wire(consensus, id, network);
  };

  const reliable = wire(new UniformReliableBroadcast(process), 'reliable', network);
  const atomic = new ConsensusBroadcast(process);
  atomic.setConsensus(consensusOf('consensus/broadcast'));
  wire(atomic, 'atomic', reliable);

  const election = new LeaderElection(process);
  election.setConsensus(consensusOf('consensus/election'));
  election.setDetector(detector);

  const orders = wire(new Orders(process, election, log), 'orders', atomic);
  wire(election, 'election', network);
  return { detector, election, orders };
}
