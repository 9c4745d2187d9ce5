/** The engines there are. */
import { nearestName } from '@kineko/formats/problem';
import type { EngineKind } from './cycle-engine.js';
import { EXACT_ENGINE } from './exact/exact-engine.js';
import { ORIGINAL_ENGINE } from './original/original-engine.js';

export const ENGINE_KINDS: readonly EngineKind[] = [ORIGINAL_ENGINE, EXACT_ENGINE];

export function engineNamed(name: string): EngineKind | { readonly problem: string } {
  const kind = ENGINE_KINDS.find((each) => each.name === name);
  if (kind !== undefined) return kind;
  const names = ENGINE_KINDS.map((each) => each.name);
  const meant = nearestName(name, names);
  const right = meant === undefined ? names.join(' or ') : `${meant}`;
  return { problem: `engine is ${JSON.stringify(name)}; right would be ${right}` };
}
