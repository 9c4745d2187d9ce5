/** Random faults of networks and processes, as data. */
import type { RandomStream } from '@kineko/kernel';
import { type Variation, VARIATIONS } from '@kineko/lab';
import type { Fault } from '@kineko/neko';

interface Stage {
  /** Number of processes. */
  readonly n: number;
  /** Simulated seconds. */
  readonly horizon: number;
  /** Time by which faults are over, copies that they delay included. Default: no limit. */
  readonly calmFrom?: number | undefined;
}

/** The variations that are kinds of faults. */
export function faultKinds(variations: ReadonlySet<Variation>): Variation[] {
  return VARIATIONS.filter((each) => each !== 'seeds' && each !== 'places' && variations.has(each));
}

/** A delay spike or loss on one link, or a process that crashes, for a while or forever. */
export function randomFaults(
  kind: Variation,
  { n, horizon, calmFrom = Infinity }: Stage,
  random: RandomStream,
): Fault[] {
  // Many faults matter at the start.
  const at = random.uniform() < 0.4 ? 0 : tidy(random.uniform(0, Math.min(horizon, calmFrom)));
  const until = tidy(Math.min(at + random.uniform(0.01, 0.5) * horizon, (at + calmFrom) / 2));
  const process = random.integer(0, n - 1);
  const links = { pairs: [[process, otherThan(process, n, random)] as const] };
  switch (kind) {
    case 'delays': {
      if (n < 2) return [];
      const delay = tidy(Math.min(horizon * 10 ** random.uniform(-2, 0.5), calmFrom - until));
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

/**
 * Adds faults, but no crashes beyond a minority of crashed and Byzantine processes, which is what protocols tolerate; the given
 * faults stay.
 *
 * @param elsewhere Crashes that the scenario gives besides its schedule, which count too.
 */
export function withinLimits(
  faults: readonly Fault[],
  added: readonly Fault[],
  n: number,
  elsewhere: readonly Fault[] = [],
): Fault[] {
  const all = [...faults];
  for (const fault of added) {
    const gone = faulty([...elsewhere, ...all]);
    const isOneMore = fault.kind === 'crash' && !recovers(fault, added);
    if (!isOneMore || (!gone.has(fault.process) && 2 * (gone.size + 1) < n)) all.push(fault);
  }
  return all;
}

function faulty(faults: readonly Fault[]): Set<number> {
  const isFaulty = (fault: Fault): boolean =>
    fault.kind === 'byzantine' || (fault.kind === 'crash' && !recovers(fault, faults));
  return new Set(faults.flatMap((fault) => ('process' in fault && isFaulty(fault) ? [fault.process] : [])));
}

/** At one instant recoveries precede crashes. */
function recovers({ process, at }: Extract<Fault, { readonly kind: 'crash' }>, faults: readonly Fault[]): boolean {
  return faults.some((other) => other.kind === 'recover' && other.process === process && other.at > at);
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
