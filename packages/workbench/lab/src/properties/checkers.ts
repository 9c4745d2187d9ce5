/** The guarantees of protocols that `neko` can check, as properties name them. */
import { checkers } from '@kineko/neko';

type Options = Readonly<Record<string, string | number | boolean>>;

export interface NamedChecker {
  readonly name: string;
  readonly doc: string;
  readonly options: readonly string[];
  readonly make: (options: Options) => checkers.Checker;
}

/** A checker of one protocol. @param more Options besides `protocol`. */
function ofProtocol<O extends { readonly protocol: string }>(
  name: string,
  doc: string,
  make: (options: O) => checkers.Checker,
  ...more: readonly string[]
): NamedChecker {
  const named = (options: Options): checkers.Checker =>
    make({ ...options, protocol: String(options['protocol'] ?? '') } as unknown as O);
  return { name, doc, options: ['protocol', ...more], make: named };
}

export const CHECKERS: readonly NamedChecker[] = [
  {
    name: 'network',
    doc: 'every delivered message was sent, unchanged, and is delivered at most once',
    options: ['duplicates', 'fifo', 'mostSecondsUnderWay'],
    make: (options) => checkers.network(options),
  },
  ofProtocol('reliable-link', 'every accepted message is delivered once', checkers.reliableLink, 'fifo'),
  ofProtocol(
    'reliable-broadcast',
    'all correct processes deliver the same broadcasts, once each',
    checkers.reliableBroadcast,
  ),
  ofProtocol(
    'uniform-agreement',
    'a message that any process delivers is delivered by all correct ones',
    checkers.uniformAgreement,
  ),
  ofProtocol('fifo-order', 'broadcasts of one origin are delivered in the order sent', checkers.fifoOrder),
  ofProtocol('causal-order', 'no broadcast is delivered before one that it depends on', checkers.causalOrder),
  ofProtocol('total-order', 'all processes deliver in the same order', checkers.totalOrder, 'uniform'),
  ofProtocol('consensus', 'all processes decide one proposed value, once', checkers.consensus, 'deadline'),
  ofProtocol('leader-election', 'at most one leader per term', checkers.leaderElection),
  ofProtocol('omega', 'eventually all processes trust one correct process', checkers.omega, 'stableFrom'),
  ofProtocol(
    'mutual-exclusion',
    'at most one process is inside, and every request is granted',
    checkers.mutualExclusion,
  ),
  ofProtocol(
    'group-views',
    'members see the same views, and the same messages in them',
    checkers.groupViews,
    'sendingView',
    'exact',
  ),
  {
    name: 'failure-detector',
    doc: 'crashes are detected, and eventually no correct process is suspected',
    options: ['detector', 'completeness', 'accuracy', 'mostDetectionSeconds', 'accurateFrom'],
    make: (options) => checkers.failureDetector({ ...options, detector: String(options['detector'] ?? 'detector') }),
  },
];
