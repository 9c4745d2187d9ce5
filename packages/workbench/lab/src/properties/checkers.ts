/** What protocols promise, by the checkers of `neko`, as properties name them. */
import { checkers } from '@kineko/neko';

type Options = Readonly<Record<string, string | number | boolean>>;

export interface NamedChecker {
  readonly name: string;
  readonly doc: string;
  readonly options: readonly string[];
  readonly make: (options: Options) => checkers.Checker;
}

const ofProtocol = (options: Options): { protocol: string } => ({ protocol: String(options['protocol'] ?? '') });

export const CHECKERS: readonly NamedChecker[] = [
  row(
    'network',
    'nothing arrives that was not sent, or other than it was sent, or more often',
    ['duplicates', 'fifo', 'mostSecondsUnderWay'],
    (options) => checkers.network(options),
  ),
  row('reliable-link', 'what is accepted for a process is delivered there, once', ['protocol', 'fifo'], (options) =>
    checkers.reliableLink({ ...options, ...ofProtocol(options) }),
  ),
  row(
    'reliable-broadcast',
    'what one correct process delivers all do, once, and only what was broadcast',
    ['protocol'],
    (options) => checkers.reliableBroadcast(ofProtocol(options)),
  ),
  row('uniform-agreement', 'what anybody delivers, crashed or not, all correct ones do', ['protocol'], (options) =>
    checkers.uniformAgreement(ofProtocol(options)),
  ),
  row('fifo-order', 'broadcasts of one origin are delivered in their order', ['protocol'], (options) =>
    checkers.fifoOrder(ofProtocol(options)),
  ),
  row('causal-order', 'no broadcast is delivered before one that it depends on', ['protocol'], (options) =>
    checkers.causalOrder(ofProtocol(options)),
  ),
  row('total-order', 'all deliver in one order', ['protocol', 'uniform'], (options) =>
    checkers.totalOrder({ ...options, ...ofProtocol(options) }),
  ),
  row('consensus', 'one proposed value is decided, by all, once', ['protocol', 'deadline'], (options) =>
    checkers.consensus({ ...options, ...ofProtocol(options) }),
  ),
  row('leader-election', 'at most one leader a term', ['protocol'], (options) =>
    checkers.leaderElection(ofProtocol(options)),
  ),
  row('omega', 'from some time on all trust one correct process', ['protocol', 'stableFrom'], (options) =>
    checkers.omega({ ...options, ...ofProtocol(options) }),
  ),
  row('mutual-exclusion', 'two are never inside at once, and who asks is let in', ['protocol'], (options) =>
    checkers.mutualExclusion(ofProtocol(options)),
  ),
  row(
    'group-views',
    'members see the same views and the same messages in them',
    ['protocol', 'sendingView', 'exact'],
    (options) => checkers.groupViews({ ...options, ...ofProtocol(options) }),
  ),
  row(
    'failure-detector',
    'crashes are detected, and those who live are in the end not suspected',
    ['detector', 'completeness', 'accuracy', 'mostDetectionSeconds', 'accurateFrom'],
    (options) =>
      checkers.failureDetector({
        ...options,
        detector: String(options['detector'] ?? 'detector'),
      }),
  ),
];

function row(name: string, doc: string, options: readonly string[], make: NamedChecker['make']): NamedChecker {
  return { name, doc, options, make };
}
