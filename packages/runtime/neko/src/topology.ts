import { expected } from '@kineko/formats/problem';
import { Random, type RandomStream } from '@kineko/kernel';

/** An invalid topology, with all its problems. */
export class TopologyError extends Error {
  override readonly name = 'TopologyError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Each pair takes a bit. */
const MAX_PROCESSES = 20_000;

export type TopologyLink = readonly [number, number];

/** A symmetric neighbourhood relation. No process is its own neighbour. */
export class Topology {
  private readonly neighbours: readonly (readonly number[])[];
  private readonly bits: Uint8Array;

  constructor(
    readonly n: number,
    links: Iterable<TopologyLink>,
  ) {
    checkCount('topology', n);
    this.bits = new Uint8Array(Math.ceil((n * n) / 8));
    const neighbours: number[][] = Array.from({ length: n }, () => []);
    for (const [a, b] of links) {
      const problem = problemOfLink(a, b, n);
      if (problem !== undefined) throw new TopologyError([problem]);
      if (this.areNeighbours(a, b)) continue;
      this.mark(a, b);
      this.mark(b, a);
      neighbours[a]!.push(b);
      neighbours[b]!.push(a);
    }
    for (const list of neighbours) list.sort((a, b) => a - b);
    this.neighbours = neighbours;
  }

  areNeighbours(a: number, b: number): boolean {
    const bit = a * this.n + b;
    return (this.bits[bit >>> 3]! & (1 << (bit & 7))) !== 0;
  }

  /** In ascending order. */
  neighboursOf(process: number): readonly number[] {
    return this.neighbours[process]!;
  }

  /** Each once, the lower id first, in ascending order. */
  get links(): TopologyLink[] {
    return this.neighbours.flatMap((list, a) => list.filter((b) => b > a).map((b): TopologyLink => [a, b]));
  }

  get isConnected(): boolean {
    const seen = new Set([0]);
    // A set iterates over items that are added meanwhile.
    for (const process of seen) for (const next of this.neighbours[process]!) seen.add(next);
    return seen.size === this.n;
  }

  private mark(a: number, b: number): void {
    const bit = a * this.n + b;
    this.bits[bit >>> 3]! |= 1 << (bit & 7);
  }
}

/** Topologies that have a name. */
type NamedTopology =
  | { readonly kind: 'clique' }
  | { readonly kind: 'ring' }
  | { readonly kind: 'grid'; readonly rows: number; readonly columns: number }
  | { readonly kind: 'random'; readonly probability: number };

/** @param seed Seed of a random topology. */
export function topologyOf(named: NamedTopology, n: number, seed: number): Topology {
  switch (named.kind) {
    case 'clique':
      return clique(n);
    case 'ring':
      return ring(n);
    case 'grid':
      return grid(named.rows, named.columns);
    case 'random':
      return randomTopology(n, named.probability, new Random(seed).stream('topology'));
  }
}

export function clique(n: number): Topology {
  checkCount('clique', n);
  return new Topology(n, pairsOf(n));
}

/** Each process is a neighbour of the next, and the last of the first. */
export function ring(n: number): Topology {
  checkCount('ring', n);
  const links = Array.from({ length: n }, (_, id): TopologyLink => [id, (id + 1) % n]);
  return new Topology(
    n,
    links.filter(([a, b]) => a !== b),
  );
}

/** Process row * columns + column has up to four neighbours: left, right, above, below. */
export function grid(rows: number, columns: number): Topology {
  checkCount('rows of a grid', rows);
  checkCount('columns of a grid', columns);
  checkCount('grid', rows * columns);
  const links: TopologyLink[] = [];
  for (let id = 0; id < rows * columns; id++) {
    if (id % columns < columns - 1) links.push([id, id + 1]);
    if (id + columns < rows * columns) links.push([id, id + columns]);
  }
  return new Topology(rows * columns, links);
}

/**
 * A random spanning tree, so that the graph is connected, plus every other link with a probability. In a random order,
 * each process is joined to one of those before it, all equally likely.
 */
export function randomTopology(n: number, probability: number, random: RandomStream): Topology {
  checkCount('random topology', n);
  if (!(probability >= 0 && probability <= 1))
    throw new TopologyError([`probability of a link: ${expected('a number from 0 to 1', probability)}`]);
  const order = random.shuffle(Array.from({ length: n }, (_, id) => id));
  const links: TopologyLink[] = [];
  for (let i = 1; i < n; i++) links.push([order[i]!, order[random.integer(0, i - 1)]!]);
  for (const pair of pairsOf(n)) if (random.uniform() < probability) links.push(pair);
  return new Topology(n, links);
}

/**
 * Reads a topology from text: one link per line, as two ids separated by a space or a comma. `#` starts a comment. A
 * line `processes 6` sets the number of processes; without it, the highest id does.
 *
 * @param file Name of the text in messages.
 */
export function parseTopology(text: string, file = 'topology'): Topology {
  const reader = new TopologyReader(file);
  for (const [index, line] of text.split(/\r\n|\n|\r/u).entries()) reader.line(index + 1, line);
  return reader.topology();
}

class TopologyReader {
  private readonly problems: string[] = [];
  private readonly links: { readonly line: number; readonly a: number; readonly b: number }[] = [];
  private readonly lineOf = new Map<string, number>();
  private processes: { readonly line: number; readonly n: number } | undefined;

  constructor(private readonly file: string) {}

  line(line: number, text: string): void {
    const words = text
      .split('#', 1)[0]!
      .split(/[\s,]+/u)
      .filter((word) => word !== '');
    if (words.length === 0) return;
    if (words[0] === 'processes') this.readCount(line, words);
    else if (words.length === 2 && words.every((word) => isId(word)))
      this.readLink(line, Number(words[0]), Number(words[1]));
    else this.report(line, expected('a link such as "0 1"', text.trim()));
  }

  topology(): Topology {
    const n = this.processes?.n ?? this.links.reduce((most, { a, b }) => Math.max(most, a + 1, b + 1), 0);
    for (const { line, a, b } of this.links) {
      const problem = problemOfLink(a, b, n);
      if (problem !== undefined) this.report(line, problem);
    }
    if (n === 0 && this.problems.length === 0)
      this.problems.push(`${this.file}: expected a link such as "0 1", or a line such as "processes 3"`);
    if (this.problems.length > 0) throw new TopologyError(this.problems);
    return new Topology(
      n,
      this.links.map(({ a, b }): TopologyLink => [a, b]),
    );
  }

  private readCount(line: number, words: readonly string[]): void {
    const [, count = ''] = words;
    if (words.length !== 2 || !isId(count) || Number(count) < 1 || Number(count) > MAX_PROCESSES) {
      this.report(line, `processes: ${expected(`an integer from 1 to ${MAX_PROCESSES}`, words.slice(1).join(' '))}`);
    } else if (this.processes !== undefined) {
      this.report(line, `processes: already given on line ${this.processes.line}`);
    } else this.processes = { line, n: Number(count) };
  }

  private readLink(line: number, a: number, b: number): void {
    if (Math.max(a, b) >= MAX_PROCESSES) {
      this.report(line, expected(`ids from 0 to ${MAX_PROCESSES - 1}`, Math.max(a, b)));
      return;
    }
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const before = this.lineOf.get(key);
    if (before !== undefined) this.report(line, `link ${key}: already given on line ${before}`);
    else {
      this.lineOf.set(key, line);
      this.links.push({ line, a, b });
    }
  }

  private report(line: number, problem: string): void {
    this.problems.push(`${this.file}:${line}: ${problem}`);
  }
}

function isId(word: string): boolean {
  return /^\d{1,9}$/u.test(word);
}

function problemOfLink(a: number, b: number, n: number): string | undefined {
  for (const id of [a, b])
    if (!(Number.isInteger(id) && id >= 0 && id < n))
      return `link ${a} ${b}: ${expected(`ids from 0 to ${n - 1}`, id)}`;
  return a === b ? `link ${a} ${b}: a process is always linked to itself; leave it out` : undefined;
}

function checkCount(what: string, n: number): void {
  if (!(Number.isInteger(n) && n >= 1)) throw new TopologyError([`${what}: ${expected('an integer, 1 or more', n)}`]);
  if (n > MAX_PROCESSES) throw new TopologyError([`${what}: ${expected(`at most ${MAX_PROCESSES} processes`, n)}`]);
}

function* pairsOf(n: number): Generator<TopologyLink> {
  for (let a = 0; a < n; a++) for (let b = a + 1; b < n; b++) yield [a, b];
}
