/** How the lab varies Neko configurations, to shrink counterexamples and to search for new ones. */
import type { RandomStream } from '@kineko/kernel';
import {
  type Case,
  type Found,
  type Judgement,
  type Knobs,
  type KnobsOptions,
  type Reduction,
  type Variation,
  withoutParts,
  withSettings,
} from '@kineko/lab';
import type { Fault } from '@kineko/neko';
import { SIM_NETWORK_KEYS } from '../format/keys/network.js';
import { faultsOf, idsBelow, isOmission, messages, messagesWithOtherSeeds } from './message-reductions.js';
import { faultKinds, randomFaults, withinLimits } from './random-faults.js';

export function robotsimKnobs(
  variations: ReadonlySet<Variation>,
  { limit = Infinity, property = '' }: KnobsOptions = {},
): Knobs {
  /** Time limit for variants: generous, since the horizon is reduced again later. */
  const timeFor = ({ verdict }: Found): number => Math.min(justAbove(10 * (verdict.violation?.time ?? 0), 1), limit);
  return {
    reductions: [
      horizon,
      fixedPlaces,
      robots,
      fewWithOtherSeeds(timeFor),
      numbers,
      messages(property),
      messagesWithOtherSeeds(property, timeFor),
      faults,
      delays,
      places,
    ],
    mutate: (found, random) => mutated(found, variations, random),
    scatter: (first, random) => scattered(first, variations, random),
    ending: '.config',
    save,
  };
}

type Setting = readonly [key: string, value: string];

const horizon: Reduction = {
  what: 'horizon',
  *candidates({ case: of, judgement, verdict }) {
    const time = verdict.violation?.time;
    if (time === undefined) return;
    const present = Number(judgement.config['simulation.time'] ?? Infinity);
    for (const digits of [3, 2, 1]) {
      const shorter = justAbove(time, digits);
      if (shorter < present) yield withSettings(of, [['simulation.time', String(shorter)]]);
    }
  },
};

/** The smallest larger number with the given number of significant digits. */
function justAbove(time: number, digits: number): number {
  const step = 10 ** (Math.floor(Math.log10(Math.max(time, 1e-3))) - digits + 1);
  return Number(((Math.floor(time / step) + 1) * step).toPrecision(digits + 1));
}

/** Replaces random positions by fixed ones, so that removing a robot does not move the others. */
const fixedPlaces: Reduction = {
  what: 'places',
  *candidates({ case: of, judgement: { config, places: at } }) {
    if (config['bornpoint.random'] !== 'true' || at.length === 0) return;
    const points = at.map(({ x, y }, i): Setting => [`bornpoint${i + 1}`, `${x}, ${y}`]);
    yield withSettings(of, [['bornpoint.random', 'false'], ...points]);
  },
};

const robots: Reduction = {
  what: 'robots',
  *candidates(found) {
    const { n } = found.judgement;
    const who = [...new Set(found.verdict.violation?.who ?? [])].filter((id) => id < n).sort((a, b) => a - b);
    if (who.length > 0 && who.length < n) yield keeping(found, who);
    const ids = idsBelow(n);
    for (const kept of withoutParts(ids)) if (kept.length > 0) yield keeping(found, kept);
  },
};

/** Number of other seeds that are tried with few processes, since removing one changes the random choices of the others. */
const OTHER_SEEDS = 24;

const fewWithOtherSeeds = (timeFor: (found: Found) => number): Reduction => ({
  what: 'robots, with another seed',
  *candidates(found) {
    const { n } = found.judgement;
    const time: Setting = ['simulation.time', String(timeFor(found))];
    for (let few = 2; few < Math.min(n, 5); few++) {
      const ids = idsBelow(few);
      for (let seed = 0; seed < OTHER_SEEDS; seed++) {
        yield { ...withSettings(keeping(found, ids), [time]), seed };
      }
    }
  },
});

/** Keeps some processes, which get new ids; their keys are renumbered. */
function keeping({ case: of, judgement: { config, n } }: Found, kept: readonly number[]): Case {
  const changes = new Map<string, string>();
  const move = (keyOf: (id: number) => string): void => {
    for (let id = 0; id < n; id++) {
      const now = config[keyOf(id)] ?? '';
      const from = kept[id];
      const next = from === undefined ? '' : (config[keyOf(from)] ?? '');
      if (next !== now) changes.set(keyOf(id), next);
    }
  };
  if (config['bornpoint.random'] !== 'true') move((id) => `bornpoint${id + 1}`);
  const single = new Set(
    Object.keys(config).flatMap((key) => {
      const [, word, rest] = /^(robot|process)\.\d+\.(.+)$/.exec(key) ?? [];
      return word === undefined ? [] : [`${word} ${rest}`];
    }),
  );
  for (const each of single) {
    const [word, rest] = each.split(' ');
    move((id) => `${word}.${id}.${rest}`);
  }
  changes.set('process.num', String(kept.length));
  const schedule = faultsOf(config);
  if (schedule !== undefined && schedule.length > 0)
    changes.set('faults', JSON.stringify(schedule.flatMap((fault) => renumbered(fault, kept))));
  return withSettings(of, changes);
}

/** The fault with the new ids, as a list; empty if it concerns none of the remaining processes. */
function renumbered(fault: Fault, kept: readonly number[]): Fault[] {
  const idOf = (id: number): number[] => (kept.includes(id) ? [kept.indexOf(id)] : []);
  if ('process' in fault) return idOf(fault.process).map((process) => ({ ...fault, process }));
  const changed: Record<string, unknown> = { ...fault };
  if ('groups' in fault && fault.groups !== undefined) {
    const groups = fault.groups.map((group) => group.flatMap(idOf)).filter((group) => group.length > 0);
    if (groups.length === 0) return [];
    changed['groups'] = groups;
  }
  if ('links' in fault && fault.links !== undefined) {
    const links: Record<string, unknown> = { ...fault.links };
    for (const side of ['from', 'to']) {
      if (!Array.isArray(links[side])) continue;
      links[side] = (links[side] as number[]).flatMap(idOf);
      if ((links[side] as number[]).length === 0) return [];
    }
    if (Array.isArray(links['pairs'])) {
      links['pairs'] = (links['pairs'] as (readonly [number, number])[]).flatMap(([a, b]) =>
        idOf(a).flatMap((from) => idOf(b).map((to) => [from, to])),
      );
      if ((links['pairs'] as unknown[]).length === 0) return [];
    }
    changed['links'] = links;
  }
  return [changed as unknown as Fault];
}

const CRASH_KEY = /^process\.(\d+\.)?crash\.(start|stop)$/;

const faults: Reduction = {
  what: 'faults',
  *candidates({ case: of, judgement: { config } }) {
    const crashes = Object.keys(config).filter((key) => CRASH_KEY.test(key) && config[key] !== '');
    const removed = crashes.map((key): Setting => [key, '']);
    if (removed.length > 0) yield withSettings(of, removed);
    for (const prefix of new Set(crashes.map((key) => key.slice(0, key.lastIndexOf('.') + 1))))
      yield withSettings(
        of,
        removed.filter(([key]) => key.startsWith(prefix)),
      );
    const schedule = faultsOf(config) ?? [];
    // Removing an omission would add messages.
    const omissions = schedule.filter(isOmission);
    for (const fewer of withoutParts(withRecoveries(schedule.filter((fault) => !isOmission(fault)))))
      yield withSettings(of, [['faults', JSON.stringify([...fewer.flat(), ...omissions])]]);
  },
};

/** The faults, crashes together with their recoveries: a pause must not become a crash forever, which is another fault. */
function withRecoveries(schedule: readonly Fault[]): Fault[][] {
  const parts: Fault[][] = [];
  for (const fault of schedule) {
    const crash =
      fault.kind === 'recover' &&
      parts.find(
        ([first, ...rest]) => first!.kind === 'crash' && first!.process === fault.process && rest.length === 0,
      );
    if (crash) crash.push(fault);
    else parts.push([fault]);
  }
  return parts;
}

const delays: Reduction = {
  what: 'delays',
  *candidates({ case: of, judgement: { config } }) {
    const schedule = faultsOf(config) ?? [];
    for (const digits of [1, 2]) {
      for (let i = 0; i < schedule.length; i++) {
        const rounder = schedule.map((fault, k) => (k === i ? rounded(fault, digits) : fault));
        if (JSON.stringify(rounder) !== JSON.stringify(schedule))
          yield withSettings(of, [['faults', JSON.stringify(rounder)]]);
      }
    }
  },
};

function rounded(fault: Fault, digits: number): Fault {
  const times = Object.entries(fault).map(([key, value]: [string, unknown]) => {
    const isTime = key === 'at' || key === 'until' || key === 'delay';
    return [key, isTime && typeof value === 'number' ? Number(value.toPrecision(digits)) : value];
  });
  return Object.fromEntries(times) as Fault;
}

/** Default values of networks, most of which the run does not use. */
const NETWORK_DEFAULTS = new Map<string, string>(
  Object.entries(SIM_NETWORK_KEYS).flatMap(([key, row]) => ('default' in row ? [[key, row.default]] : [])),
);

/** Reduces integer parameters of authors, such as numbers of messages or rounds. */
const numbers: Reduction = {
  what: 'numbers',
  *candidates({ case: of, judgement: { config } }) {
    for (const [key, text] of Object.entries(config)) {
      const value = Number(text);
      if (!/^(parameter\.|[A-Z]\w*\.)/.test(key) || !Number.isInteger(value) || value < 2) continue;
      if (NETWORK_DEFAULTS.get(key) === text) continue;
      for (const less of new Set([1, Math.floor(value / 2), value - 1])) yield withSettings(of, [[key, String(less)]]);
    }
  },
};

const places: Reduction = {
  what: 'positions',
  *candidates({ case: of, judgement: { config, n } }) {
    if (config['bornpoint.random'] === 'true') return;
    for (const step of [100, 10, 1, 0.1]) {
      const rounder = (id: number): Setting[] => {
        const key = `bornpoint${id + 1}`;
        const text = config[key];
        const next = text
          ?.split(',')
          .map((part) => Number((Math.round(Number(part) / step) * step).toFixed(3)))
          .join(', ');
        // A position that is already rounder stays unchanged.
        return next === undefined || isRounder(text!, next) ? [] : [[key, next]];
      };
      const all = idsBelow(n).flatMap(rounder);
      if (all.length > 1) yield withSettings(of, all);
      for (const single of all) yield withSettings(of, [single]);
    }
  },
};

function isRounder(now: string, next: string): boolean {
  const length = (text: string): number => text.replaceAll(/[\s.]|0+(?=,|$)/g, '').length;
  return length(now) <= length(next);
}

/** The crashes and recoveries that keys of processes give. */
function crashesByKey(config: Readonly<Record<string, string>>, n: number): Fault[] {
  if (!Object.keys(config).some((key) => CRASH_KEY.test(key))) return [];
  const timesOf = (process: number, key: 'start' | 'stop'): number[] => {
    const text = config[`process.${process}.crash.${key}`] ?? config[`process.crash.${key}`] ?? '';
    return text === '' ? [] : text.split(',').map(Number);
  };
  return idsBelow(n).flatMap((process): Fault[] => [
    ...timesOf(process, 'start').map((at): Fault => ({ kind: 'crash', at, process })),
    ...timesOf(process, 'stop').map((at): Fault => ({ kind: 'recover', at, process })),
  ]);
}

const MAX_FAULTS = 12;

function scattered(first: Found, variations: ReadonlySet<Variation>, random: RandomStream): Case {
  const { judgement } = first;
  const stage = stageOf(judgement);
  const kinds = faultKinds(variations).filter(() => random.uniform() < 0.5);
  const base = faultsOf(judgement.config) ?? [];
  const added = kinds.flatMap((kind) =>
    Array.from({ length: random.integer(1, 4) }, () => randomFaults(kind, stage, random)).flat(),
  );
  const seed = variations.has('seeds') ? random.integer(0, 2 ** 31) : first.case.seed;
  const schedule = withinLimits(base, added, stage.n, crashesByKey(judgement.config, stage.n));
  return { ...withSettings(first.case, added.length === 0 ? [] : [['faults', JSON.stringify(schedule)]]), seed };
}

/**
 * A run that its program ended is complete: what has not happened by then counts as never. So faults end early, and leave time for
 * it.
 */
function stageOf({ n, end, stoppedBy }: Judgement): Parameters<typeof randomFaults>[1] {
  const isEndedByProgram = stoppedBy === 'finished' || stoppedBy === 'shutdown';
  return { n, horizon: end, calmFrom: isEndedByProgram ? CALM_FROM * end : undefined };
}

const CALM_FROM = 0.6;

function mutated(found: Found, variations: ReadonlySet<Variation>, random: RandomStream): Case {
  const { judgement, case: of } = found;
  const { config, n, places: at } = judgement;
  const kinds = faultKinds(variations);
  const mutations: (() => Case)[] = [];
  if (variations.has('seeds')) mutations.push(() => ({ ...of, seed: random.integer(0, 2 ** 31) }));
  if (kinds.length > 0) {
    mutations.push(() => {
      const present = faultsOf(config) ?? [];
      const isFull = present.length >= MAX_FAULTS;
      const parts = withRecoveries(present);
      const kept =
        present.length > 0 && (isFull || random.uniform() < 0.3)
          ? parts.toSpliced(random.integer(0, parts.length - 1), 1).flat()
          : present;
      const kind = kinds[random.integer(0, kinds.length - 1)]!;
      const added = isFull ? [] : randomFaults(kind, stageOf(judgement), random);
      return withSettings(of, [['faults', JSON.stringify(withinLimits(kept, added, n, crashesByKey(config, n)))]]);
    });
  }
  if (variations.has('places') && at.length > 0) {
    mutations.push(() => {
      const which = random.integer(0, at.length - 1);
      const size = 2 + Math.max(...at.map(({ x, y }) => Math.abs(x - at[0]!.x) + Math.abs(y - at[0]!.y)));
      const far = size * 10 ** random.uniform(-3, -0.5);
      const points = at.map(({ x, y }, i): Setting => {
        const [dx, dy] = i === which ? [random.normal(0, far), random.normal(0, far)] : [0, 0];
        return [`bornpoint${i + 1}`, `${x + dx}, ${y + dy}`];
      });
      return withSettings(of, [['bornpoint.random', 'false'], ...points]);
    });
  }
  return mutations.length === 0 ? of : mutations[random.integer(0, mutations.length - 1)]!();
}

/** A configuration that includes the original and lists the differences. */
function save(original: string, { settings, seed }: Case, header: readonly string[]): string {
  const lines = [...settings].map(([key, value]) => `${key} = ${value}`.trimEnd());
  return [...header.map((line) => `# ${line}`), '', `include = ${original}`, `seed = ${seed}`, ...lines, ''].join('\n');
}
