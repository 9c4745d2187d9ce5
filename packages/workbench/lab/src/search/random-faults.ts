/** Random faults of networks and processes, as data. */
import type { RandomStream } from '@kineko/kernel';
import type { Fault } from '@kineko/neko';

export const VARIATIONS = ['seeds', 'delays', 'pauses', 'crashes', 'losses', 'places'] as const;
export type Variation = (typeof VARIATIONS)[number];

export interface Stage {
  /** Number of processes. */
  readonly n: number;
  /** Simulated seconds. */
  readonly horizon: number;
}

/** The variations that are kinds of faults. */
export function faultKinds(variations: ReadonlySet<Variation>): Variation[] {
  return VARIATIONS.filter((each) => each !== 'seeds' && each !== 'places' && variations.has(each));
}

/** A delay spike or loss on one link, or a process that crashes, for a while or forever. */
export function randomFaults(kind: Variation, { n, horizon }: Stage, random: RandomStream): Fault[] {
  // Many faults matter at the start.
  const at = random.uniform() < 0.4 ? 0 : tidy(random.uniform(0, horizon));
  const until = tidy(at + random.uniform(0.01, 0.5) * horizon);
  const process = random.integer(0, n - 1);
  const links = { pairs: [[process, otherThan(process, n, random)] as const] };
  switch (kind) {
    case 'delays': {
      if (n < 2) return [];
      const delay = tidy(horizon * 10 ** random.uniform(-2, 0.5));
      return [{ kind: 'spike', at, until, links, delay, name: nameOf(random) }];
    }
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

/** Drops crashes beyond a minority, which is what protocols tolerate. */
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

/** Name of the fault's random stream, so that it does not depend on other faults. */
function nameOf(random: RandomStream): string {
  return `search-${random.integer(0, 0xffff_ffff).toString(16)}`;
}

/** Rounds to a readable number. */
function tidy(seconds: number): number {
  return Number(seconds.toPrecision(4));
}
