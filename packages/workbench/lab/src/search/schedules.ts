/** Faults at random, as data: what networks and processes may do to a run besides what its seed makes of it. */
import type { RandomStream } from '@kineko/kernel';
import type { Fault } from '@kineko/neko';

/** What a search may vary. */
export const VARIATIONS = ['seeds', 'delays', 'pauses', 'crashes', 'losses', 'places'] as const;
export type Variation = (typeof VARIATIONS)[number];

export interface Stage {
  /** Of processes. */
  readonly n: number;
  /** Simulated seconds. */
  readonly horizon: number;
}

/** The kinds of faults among what may be varied. */
export function faultKinds(variations: ReadonlySet<Variation>): Variation[] {
  return VARIATIONS.filter((each) => each !== 'seeds' && each !== 'places' && variations.has(each));
}

/** A delay of one link for a while, a process that sleeps for a while or for good, a link that loses. */
export function randomFaults(kind: Variation, { n, horizon }: Stage, random: RandomStream): Fault[] {
  // Much begins at the very beginning.
  const at = random.uniform() < 0.4 ? 0 : tidy(random.uniform(0, horizon));
  const until = tidy(at + random.uniform(0.01, 0.5) * horizon);
  const process = random.integer(0, n - 1);
  const links = { pairs: [[process, otherThan(process, n, random)] as const] };
  switch (kind) {
    case 'delays':
      return n < 2
        ? []
        : [
            {
              kind: 'spike',
              at,
              until,
              links,
              delay: tidy(horizon * 10 ** random.uniform(-2, 0.5)),
              name: nameOf(random),
            },
          ];
    case 'losses':
      return n < 2 ? [] : [{ kind: 'loss', at, until, links, probability: 1, name: nameOf(random) }];
    case 'pauses':
      return [
        { kind: 'crash', at, process },
        { kind: 'recover', at: until, process },
      ];
    case 'crashes':
      return [{ kind: 'crash', at, process }];
    default:
      return [];
  }
}

/** A majority stays: what protocols may lose is less than half of the processes. */
export function withinLimits(faults: readonly Fault[], n: number): Fault[] {
  const gone = new Set<number>();
  const returning = new Set(faults.flatMap((fault) => (fault.kind === 'recover' ? [fault.process] : [])));
  return faults.filter((fault) => {
    if (fault.kind !== 'crash' || returning.has(fault.process)) return true;
    if (gone.has(fault.process)) return false;
    if (2 * (gone.size + 1) >= n) return false;
    gone.add(fault.process);
    return true;
  });
}

function otherThan(process: number, n: number, random: RandomStream): number {
  const other = random.integer(0, Math.max(0, n - 2));
  return other >= process ? other + 1 : other;
}

/** Names its random numbers: a fault keeps them when others come and go. */
function nameOf(random: RandomStream): string {
  return `search-${random.integer(0, 0xffff_ffff).toString(16)}`;
}

/** As people would write it: what is found is read by them. */
function tidy(seconds: number): number {
  return Number(seconds.toPrecision(4));
}
