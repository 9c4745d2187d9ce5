/** The classes that a scenario may name: built-in ones under our names and those of the original, and those of plugins. */
import { InputError, nearestName } from '@kineko/formats/problem';
import { DEECoObject } from '../environment/deeco-object.js';
import { DEECoRobot } from '../environment/deeco-robot.js';
import { SensoryInputsProcessor } from '../environment/sensory-inputs-processor.js';
import { type AnyEnsemble, Ensemble } from '../runtime/ensemble.js';
import type { Process } from '../runtime/process.js';

interface ComponentClass<T> {
  new (): T;
  readonly processes: readonly Process[];
}

export interface Kinds {
  readonly robot: ComponentClass<DEECoRobot>;
  readonly object: ComponentClass<DEECoObject>;
  readonly ensemble: new () => AnyEnsemble;
  readonly sensor: new () => SensoryInputsProcessor;
}

export type ClassKind = keyof Kinds;

export interface Entry<K extends ClassKind = ClassKind> {
  readonly kind: K;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly doc: string;
  readonly create: Kinds[K];
}

/** For messages. */
const KIND_TEXTS: Readonly<Record<ClassKind, string>> = {
  robot: 'a robot (DEECoRobot)',
  object: 'an object (DEECoObject)',
  ensemble: 'an ensemble (Ensemble)',
  sensor: 'a sensor layer (SensoryInputsProcessor)',
};

const BASES: Readonly<Record<ClassKind, object>> = {
  robot: DEECoRobot,
  object: DEECoObject,
  ensemble: Ensemble,
  sensor: SensoryInputsProcessor,
};

/** Undefined if the value is none of our classes. */
function kindOf(value: unknown): ClassKind | undefined {
  if (typeof value !== 'function') return undefined;
  const prototype: unknown = value.prototype;
  if (typeof prototype !== 'object' || prototype === null) return undefined;
  return (Object.keys(BASES) as ClassKind[]).find((kind) => prototype instanceof (BASES[kind] as typeof DEECoRobot));
}

export class Registry {
  private readonly entryList: Entry[] = [];
  private readonly byName = new Map<string, Entry>();

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) this.add(entry);
  }

  /** Replaces an existing entry of the same name, so authors may replace built-in classes. */
  add(entry: Entry): void {
    this.entryList.push(entry);
    for (const name of [entry.name, ...entry.aliases]) this.byName.set(name, entry);
  }

  get entries(): readonly Entry[] {
    return this.entryList;
  }

  /** Returns the class of a name, or the problem with it. */
  find<K extends ClassKind>(kind: K, name: string): { readonly create: Kinds[K] } | { readonly problem: string } {
    const entry = this.byName.get(name);
    if (entry === undefined) {
      const meant = nearestName(name, [...this.byName.keys()]);
      const hint =
        meant === undefined ? '`kineko list deeco` lists them, --plugin adds others' : `did you mean '${meant}'?`;
      return { problem: `unknown class '${name}'; ${hint}` };
    }
    if (entry.kind === kind) return { create: entry.create as Kinds[K] };
    return { problem: `class '${name}': expected ${KIND_TEXTS[kind]}, got ${KIND_TEXTS[entry.kind]}` };
  }
}

/** A module of an author that exports classes of robots, objects, ensembles or sensor layers. */
export interface Plugin {
  /** Names the module in messages. */
  readonly path: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A class gets the name under which it is exported, and those of its static `aliases`. */
export function addPlugin(registry: Registry, { path, exports }: Plugin): void {
  let count = 0;
  for (const [name, value] of Object.entries(exports)) {
    const kind = kindOf(value);
    if (kind === undefined) continue;
    count++;
    const { aliases } = value as { readonly aliases?: unknown };
    const names = Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
    registry.add({ kind, name, aliases: names, doc: `from ${path}`, create: value as Kinds[typeof kind] });
  }
  if (count > 0) return;
  const text =
    'no class for scenarios: expected an exported class that extends DEECoRobot, DEECoObject, Ensemble or SensoryInputsProcessor';
  throw new InputError([{ severity: 'error', place: { file: path }, text }]);
}
