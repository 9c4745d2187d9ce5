import { problemOfProcess, problemOfProcesses, type Problem, shown } from '../checked.js';

/**
 * Some of the links, as plain data: those listed as pairs, or all those from some processes to some others. What is
 * left out stands for all processes; `{}` is every link, each process's link to itself included.
 */
export interface LinkSet {
  /** [from, to] each. */
  readonly pairs?: readonly (readonly [number, number])[];
  readonly from?: readonly number[];
  readonly to?: readonly number[];
  /** Also the same links the other way round. Default: false. */
  readonly bothWays?: boolean;
}

export type LinkPredicate = (from: number, to: number) => boolean;

/** All the keys that a set of links may have. */
const KEYS: readonly string[] = ['pairs', 'from', 'to', 'bothWays'];

export function linkPredicate(set: LinkSet | undefined): LinkPredicate {
  if (set === undefined) return () => true;
  const oneWay = set.pairs === undefined ? product(set) : listed(set.pairs);
  return set.bothWays === true ? (from, to) => oneWay(from, to) || oneWay(to, from) : oneWay;
}

export function problemOfLinkSet(value: unknown, n: number): Problem {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `is ${shown(value)}: links are given as { pairs } or { from, to }, with bothWays if wanted`;
  const set = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(set).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return `has an unknown key ${shown(unknown)}: there are ${KEYS.join(', ')}`;
  if (set['pairs'] !== undefined && (set['from'] !== undefined || set['to'] !== undefined))
    return 'has pairs and from or to: either is right, not both';
  if (set['bothWays'] !== undefined && typeof set['bothWays'] !== 'boolean')
    return `has bothWays ${shown(set['bothWays'])}: true or false is right`;
  return problemOfPairs(set['pairs'], n) ?? problemOfList('from', set['from'], n) ?? problemOfList('to', set['to'], n);
}

function problemOfPairs(pairs: unknown, n: number): Problem {
  if (pairs === undefined) return undefined;
  if (!Array.isArray(pairs)) return `has pairs ${shown(pairs)}: a list of [from, to] is right`;
  for (const [index, pair] of pairs.entries()) {
    if (!Array.isArray(pair) || pair.length !== 2)
      return `has pairs of which [${index}] is ${shown(pair)}: [from, to] is right`;
    const problem = problemOfProcess(pair[0], n) ?? problemOfProcess(pair[1], n);
    if (problem !== undefined) return `has pairs of which [${index}] has an id that ${problem}`;
  }
  return undefined;
}

function problemOfList(key: string, list: unknown, n: number): Problem {
  const problem = list === undefined ? undefined : problemOfProcesses(list, n);
  return problem === undefined ? undefined : `has a list ${key} that ${problem}`;
}

function listed(pairs: NonNullable<LinkSet['pairs']>): LinkPredicate {
  const receivers = new Map<number, Set<number>>();
  for (const [from, to] of pairs) {
    const set = receivers.get(from);
    if (set === undefined) receivers.set(from, new Set([to]));
    else set.add(to);
  }
  return (from, to) => receivers.get(from)?.has(to) === true;
}

function product({ from, to }: LinkSet): LinkPredicate {
  const senders = from === undefined ? undefined : new Set(from);
  const receivers = to === undefined ? undefined : new Set(to);
  return (sender, receiver) => senders?.has(sender) !== false && receivers?.has(receiver) !== false;
}
