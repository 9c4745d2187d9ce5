/** The classes that a scenario may name: by our names, and by those of the original. */
import { InputError, nearestName } from '@kineko/formats/problem';
import { DEECoObject } from '../environment/deeco-object.js';
import { DEECoRobot } from '../environment/deeco-robot.js';
import { SensoryInputsProcessor } from '../environment/sensory-inputs-processor.js';
import { type AnyEnsemble, Ensemble } from '../runtime/ensemble.js';
import type { Process } from '../runtime/process.js';

export interface RobotClass {
  new (): DEECoRobot;
  readonly processes: readonly Process[];
}

export interface ObjectClass {
  new (): DEECoObject;
  readonly processes: readonly Process[];
}

export interface Kinds {
  readonly robot: RobotClass;
  readonly object: ObjectClass;
  readonly ensemble: new () => AnyEnsemble;
  readonly sensor: new () => SensoryInputsProcessor;
}

export type Kind = keyof Kinds;

export interface Entry<K extends Kind = Kind> {
  readonly kind: K;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly doc: string;
  readonly create: Kinds[K];
}

/** What a scenario's attributes want, for people. */
const KIND_TEXTS: Readonly<Record<Kind, string>> = {
  robot: 'a robot (DEECoRobot)',
  object: 'an object (DEECoObject)',
  ensemble: 'an ensemble (Ensemble)',
  sensor: 'a sensor layer (SensoryInputsProcessor)',
};

const BASES: Readonly<Record<Kind, object>> = {
  robot: DEECoRobot,
  object: DEECoObject,
  ensemble: Ensemble,
  sensor: SensoryInputsProcessor,
};

/** What kind of class something is; undefined if it is none of ours. */
export function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== 'function') return undefined;
  const prototype: unknown = value.prototype;
  if (typeof prototype !== 'object' || prototype === null) return undefined;
  return (Object.keys(BASES) as Kind[]).find((kind) => prototype instanceof (BASES[kind] as typeof DEECoRobot));
}

export class Registry {
  private readonly entryList: Entry[] = [];
  private readonly byName = new Map<string, Entry>();

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) this.add(entry);
  }

  /** A name that is there already is taken over: authors may replace what is built in. */
  add(entry: Entry): void {
    this.entryList.push(entry);
    for (const name of [entry.name, ...entry.aliases]) this.byName.set(name, entry);
  }

  get entries(): readonly Entry[] {
    return this.entryList;
  }

  /** The class of a name, or what is wrong with it. */
  find<K extends Kind>(kind: K, name: string): { readonly create: Kinds[K] } | { readonly problem: string } {
    const entry = this.byName.get(name);
    if (entry === undefined) {
      const meant = nearestName(name, [...this.byName.keys()]);
      const suggestion =
        meant === undefined
          ? 'kineko list deeco names those there are; --plugin brings others'
          : `did you mean ${meant}?`;
      return { problem: `class ${JSON.stringify(name)} is not known; ${suggestion}` };
    }
    if (entry.kind !== kind) {
      return {
        problem: `class ${JSON.stringify(name)} is ${KIND_TEXTS[entry.kind]}; right would be ${KIND_TEXTS[kind]}`,
      };
    }
    return { create: entry.create as Kinds[K] };
  }
}

/** Classes of authors: whatever a module exports of robots, objects, ensembles and sensor layers. */
export interface Plugin {
  /** As messages call it. */
  readonly path: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A class is known by the name under which it is exported, and by those of its static `aliases`. */
export function addPlugin(registry: Registry, { path, exports }: Plugin): void {
  let count = 0;
  for (const [name, value] of Object.entries(exports)) {
    const kind = kindOf(value);
    if (kind === undefined) continue;
    count++;
    const { aliases } = value as { readonly aliases?: unknown };
    const names = Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
    registry.add({ kind, name, aliases: names, doc: `of ${path}`, create: value as Kinds[typeof kind] });
  }
  if (count > 0) return;
  const text =
    'exports no class for scenarios; right would be one that extends DEECoRobot, DEECoObject, Ensemble or SensoryInputsProcessor';
  throw new InputError([{ severity: 'error', place: { file: path }, text }]);
}
