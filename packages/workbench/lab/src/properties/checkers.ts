/** The guarantees of protocols that `neko` can check, as properties name them. */
import { checkers } from '@kineko/neko';
import type { OptionTable, OptionValues } from './options.js';

export interface NamedChecker {
  readonly name: string;
  readonly doc: string;
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
  events: readonly string[],
  make: (options: O) => checkers.Checker,
  more: OptionTable = {},
): NamedChecker {
  return { name, doc, events, options: { ...PROTOCOL, ...more }, make: (options) => make(options as unknown as O) };
}

const BROADCASTS = ['broadcast', 'deliver'];

export const CHECKERS: readonly NamedChecker[] = [
  {
    name: 'network',
    doc: 'every delivered message was sent, unchanged, and is delivered at most once',
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
    ['accept', 'deliver'],
    checkers.reliableLink,
    {
      fifo: { ...FLAG, doc: 'whether messages must be delivered in the order in which they were accepted' },
    },
  ),
  ofProtocol(
    'reliable-broadcast',
    'all correct processes deliver the same broadcasts, once each',
    BROADCASTS,
    checkers.reliableBroadcast,
  ),
  ofProtocol(
    'uniform-agreement',
    'a message that any process delivers is delivered by all correct ones',
    BROADCASTS,
    checkers.uniformAgreement,
  ),
  ofProtocol('fifo-order', 'broadcasts of one origin are delivered in the order sent', BROADCASTS, checkers.fifoOrder),
  ofProtocol(
    'causal-order',
    'no broadcast is delivered before one that it depends on',
    BROADCASTS,
    checkers.causalOrder,
  ),
  ofProtocol('total-order', 'all processes deliver in the same order', BROADCASTS, checkers.totalOrder, {
    uniform: { ...FLAG, doc: 'whether the order includes crashed processes' },
  }),
  ofProtocol('consensus', 'all processes decide one proposed value, once', ['propose', 'decide'], checkers.consensus, {
    deadline: { ...TIME, doc: 'time by which all correct processes must have decided' },
  }),
  ofProtocol(
    'locked-value',
    'a value that a majority adopted is the value of every later coordinator, and no other is decided',
    ['coordinate', 'adopt', 'decide'],
    checkers.lockedValue,
  ),
  ofProtocol(
    'monotonic-rounds',
    'no process promises or adopts in a lower round or ballot than before',
    ['promise', 'adopt'],
    checkers.monotonicRounds,
  ),
  ofProtocol('leader-election', 'at most one leader per term', ['elect'], checkers.leaderElection),
  ofProtocol('omega', 'eventually all processes trust one correct process', ['leader'], checkers.omega, {
    stableFrom: { ...TIME, doc: 'time from which all must trust the same process' },
  }),
  ofProtocol(
    'mutual-exclusion',
    'at most one process is inside, and every request is granted',
    ['request', 'enter', 'exit'],
    checkers.mutualExclusion,
  ),
  ofProtocol(
    'byzantine-broadcast',
    'correct processes deliver the same contents, though others lie',
    BROADCASTS,
    checkers.byzantineBroadcast,
  ),
  ofProtocol(
    'termination',
    'the end is announced when all processes are passive and no message is under way',
    ['send', 'receive', 'passive', 'terminate'],
    checkers.termination,
  ),
  ofProtocol('token-ring', 'from some time on exactly one process is privileged', ['state'], checkers.tokenRing, {
    deadline: { ...TIME, doc: 'time by which it must have converged' },
  }),
  ofProtocol(
    'replicated-log',
    'all processes apply the same submitted commands at the same indices',
    ['submit', 'apply', 'install'],
    checkers.replicatedLog,
  ),
  ofProtocol(
    'snapshot',
    'the recorded numbers of messages sent and received form a consistent cut',
    ['snapshot'],
    ({ protocol }: { readonly protocol: string }) =>
      checkers.snapshotConsistency({ protocol, countsOf: (state) => state as checkers.Counts }),
  ),
  ofProtocol(
    'group-views',
    'members see the same views, and the same messages in them',
    ['view', 'deliver'],
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
