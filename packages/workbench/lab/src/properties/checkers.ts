/** The guarantees of protocols that `neko` can check, as properties name them. */
import { checkers } from '@kineko/neko';
import type { OptionTable, OptionValues } from './options.js';

export interface NamedChecker {
  readonly name: string;
  readonly doc: string;
  /** The occasions that it counts: a run without any shows nothing. */
  readonly premise: string;
  readonly options: OptionTable;
  /** Events that it looks for; other events do not matter to it. */
  readonly events: readonly string[];
  readonly make: (options: OptionValues) => checkers.Checker;
}

const PROTOCOL = {
  protocol: { type: 'text', isNeeded: true, doc: 'id of the protocol, such as lamport-broadcast' },
} as const satisfies OptionTable;
const TIME = { type: 'number', range: { min: 0 }, unit: 's', derived: 'the end of the run' } as const;
const FLAG = { type: 'boolean', default: 'false' } as const;

/** A checker of one protocol. @param more Options besides `protocol`. */
function ofProtocol<O extends { readonly protocol: string }>(
  name: string,
  doc: string,
  premise: string,
  events: readonly string[],
  make: (options: O) => checkers.Checker,
  more: OptionTable = {},
): NamedChecker {
  return {
    name,
    doc,
    premise,
    events,
    options: { ...PROTOCOL, ...more },
    make: (options) => make(options as unknown as O),
  };
}

const BROADCASTS = ['broadcast', 'deliver'];

export const CHECKERS: readonly NamedChecker[] = [
  {
    name: 'network',
    doc: 'every delivered message was sent, unchanged, and is delivered at most once',
    premise: 'a copy that was sent',
    options: {
      duplicates: { ...FLAG, doc: 'whether more copies may arrive than were sent' },
      fifo: { ...FLAG, doc: 'whether the copies of a link must arrive in the order in which they were sent' },
      mostSecondsUnderWay: { ...TIME, doc: 'maximum time from the sending of a copy to its arrival' },
    },
    events: ['send', 'deliver', 'drop'],
    make: (options) => checkers.network(options),
  },
  ofProtocol(
    'reliable-link',
    'every accepted message is delivered once',
    'a message accepted for a process',
    ['accept', 'deliver'],
    checkers.reliableLink,
    {
      fifo: { ...FLAG, doc: 'whether messages must be delivered in the order in which they were accepted' },
    },
  ),
  ofProtocol(
    'reliable-broadcast',
    'all correct processes deliver the same broadcasts, once each',
    'a broadcast',
    BROADCASTS,
    checkers.reliableBroadcast,
  ),
  ofProtocol(
    'uniform-agreement',
    'a message that any process delivers is delivered by all correct ones',
    'a message delivered by a process that crashed',
    BROADCASTS,
    checkers.uniformAgreement,
  ),
  ofProtocol(
    'stable-delivery',
    'a message is delivered only when all processes, or a majority, have received it',
    'a delivery',
    ['receive', 'deliver'],
    checkers.stableDelivery,
    {
      by: {
        type: 'word',
        words: ['all', 'majority'],
        default: 'all',
        doc: 'the processes that must have a message before any delivers it',
      },
    },
  ),
  ofProtocol(
    'fifo-order',
    'broadcasts of one origin are delivered in the order sent',
    'the delivery of a message that is not the first of its origin',
    BROADCASTS,
    checkers.fifoOrder,
  ),
  ofProtocol(
    'causal-order',
    'no broadcast is delivered before one that it depends on',
    'the delivery of a message that depends on another',
    BROADCASTS,
    checkers.causalOrder,
  ),
  ofProtocol(
    'total-order',
    'all processes deliver in the same order',
    'a delivery after the first that can be compared with that of another process',
    BROADCASTS,
    checkers.totalOrder,
    { uniform: { ...FLAG, doc: 'whether the order includes crashed processes' } },
  ),
  ofProtocol(
    'sequence-numbers',
    'each message gets one number, from 0 without a gap, and is delivered in that place',
    'a message that was numbered',
    ['number', 'deliver'],
    checkers.sequenceNumbers,
  ),
  ofProtocol(
    'token',
    'one process holds the token at a time, and only its holder assigns numbers',
    'a process that gets the token from another',
    ['hold', 'pass', 'number'],
    checkers.token,
  ),
  ofProtocol(
    'logical-clock',
    'an event that may have caused another has the lower time; with vector times, only such an event',
    'a delivery',
    ['accept', 'deliver'],
    checkers.logicalClock,
    {
      time: {
        type: 'word',
        words: ['scalar', 'vector'],
        default: 'scalar',
        doc: 'whether times are numbers or a number for each process',
      },
    },
  ),
  ofProtocol(
    'linearizability',
    'the operations on each object have the results of a sequence in which those that ended before others began come first',
    'an operation with a response',
    ['invoke', 'respond'],
    checkers.linearizability,
    {
      model: {
        type: 'word',
        words: ['register', 'queue', 'lock'],
        default: 'register',
        doc: 'the kind of object: calls are read, write and swap; enqueue and dequeue; acquire and release',
      },
    },
  ),
  ofProtocol(
    'consensus',
    'all processes decide one proposed value, once',
    'a decision, or an instance in which one is due',
    ['propose', 'decide'],
    checkers.consensus,
    {
      deadline: { ...TIME, doc: 'time by which all correct processes must have decided' },
      oneSuffices: { ...FLAG, doc: 'whether one proposal of a correct process is sufficient for all to decide' },
    },
  ),
  ofProtocol(
    'locked-value',
    'a value that a majority adopted is the value of every later coordinator, and no other is decided',
    'a coordinator after a majority has adopted a value; a decision',
    ['coordinate', 'adopt', 'decide'],
    checkers.lockedValue,
  ),
  ofProtocol(
    'monotonic-rounds',
    'no process promises or adopts in a lower round or ballot than before',
    'a process that takes a second step in an instance',
    ['promise', 'adopt'],
    checkers.monotonicRounds,
  ),
  ofProtocol(
    'round-values',
    'a round or ballot has one value, that of its coordinator',
    'an adoption',
    ['coordinate', 'adopt'],
    checkers.roundValues,
  ),
  ofProtocol(
    'safe-values',
    'a coordinator takes the value adopted last among a majority of processes that promised its round or ballot',
    'a coordinator above the first round',
    ['promise', 'adopt', 'coordinate'],
    checkers.safeValues,
    {
      firstRound: {
        type: 'number',
        range: { min: 0 },
        default: '0',
        doc: 'the first round or ballot, whose coordinator needs no promises: 0 in Paxos, 1 with rotating coordinators',
      },
    },
  ),
  ofProtocol(
    'leader-election',
    'at most one leader per term, and no process goes back to an earlier term',
    'a leader that can be compared with that of another process',
    ['elect'],
    checkers.leaderElection,
    {
      lasting: {
        ...FLAG,
        doc: 'whether there must be a last term, with a correct leader that all correct processes know',
      },
      oneByOne: { ...FLAG, doc: 'whether every process passes through all terms, from 0' },
    },
  ),
  ofProtocol(
    'omega',
    'eventually all processes trust one correct process',
    'a process that named its leader',
    ['leader'],
    checkers.omega,
    {
      stableFrom: { ...TIME, doc: 'time from which all must trust the same process' },
      lowest: { ...FLAG, doc: 'whether it must be the correct process with the lowest id' },
    },
  ),
  ofProtocol(
    'mutual-exclusion',
    'at most one process is inside, and every request is granted',
    'an entry',
    ['request', 'enter', 'exit'],
    checkers.mutualExclusion,
  ),
  ofProtocol(
    'byzantine-broadcast',
    'correct processes deliver the same contents, though others lie',
    'a broadcast, or a delivery by a correct process, in a run with liars',
    BROADCASTS,
    checkers.byzantineBroadcast,
  ),
  ofProtocol(
    'termination',
    'the end is announced when all processes are passive and no message is under way',
    'a message before the announcement',
    ['send', 'receive', 'passive', 'terminate'],
    checkers.termination,
  ),
  ofProtocol(
    'token-ring',
    'from some time on exactly one process is privileged',
    'a privilege that was passed on after convergence',
    ['state'],
    checkers.tokenRing,
    { deadline: { ...TIME, doc: 'time by which it must have converged' } },
  ),
  ofProtocol(
    'replicated-log',
    'all processes apply the same submitted commands at the same indices',
    'a command that a second process applied',
    ['submit', 'apply', 'install'],
    checkers.replicatedLog,
  ),
  ofProtocol(
    'snapshot',
    'the recorded numbers of messages sent and received form a consistent cut',
    'a complete snapshot',
    ['snapshot'],
    ({ protocol }: { readonly protocol: string }) =>
      checkers.snapshotConsistency({ protocol, countsOf: (state) => state as checkers.Counts }),
  ),
  ofProtocol(
    'group-views',
    'members see the same views, and the same messages in them, once each',
    'a view that two processes installed',
    ['view', 'broadcast', 'deliver'],
    checkers.groupViews,
    {
      sendingView: { ...FLAG, doc: 'whether messages must be delivered in the view in which they were broadcast' },
      exact: {
        type: 'boolean',
        default: 'true',
        doc: 'whether the last view must consist of exactly the correct processes',
      },
    },
  ),
  {
    name: 'failure-detector',
    doc: 'crashes are detected, and eventually no correct process is suspected',
    premise: 'a crash to be detected; for accuracy, a pair of correct processes',
    options: {
      detector: { type: 'text', default: 'detector', doc: 'id of the detector' },
      completeness: {
        type: 'word',
        words: ['strong', 'weak'],
        default: 'strong',
        doc: 'whether all correct processes must suspect a crashed one, or at least one',
      },
      accuracy: {
        type: 'word',
        words: ['perpetual', 'eventual', 'eventual-weak', 'none'],
        default: 'eventual',
        doc: 'whether no process is suspected before it crashes, no correct one from some time on, or some correct one not',
      },
      mostDetectionSeconds: { ...TIME, doc: 'maximum time from a crash to its lasting suspicion' },
      accurateFrom: { ...TIME, doc: 'time from which it must be accurate' },
    },
    events: ['suspect', 'crash'],
    make: ({ accuracy, ...options }) =>
      checkers.failureDetector({
        ...(options as unknown as checkers.FailureDetectorOptions),
        accuracy: String(accuracy).replace('-', ' ') as NonNullable<checkers.FailureDetectorOptions['accuracy']>,
      }),
  },
];
