/** Classes of authors: whatever a module exports of robots, objects, ensembles and sensor layers. */
import { InputError } from '@kineko/formats/problem';
import { kindOf, type Kinds, type Registry } from './registry.js';

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
