/** All types of values that keys may have. */
import type { Codec } from './codec.js';
import { fault, object, obstacle } from './entries.js';
import type { FaultSpec, ObjectSpec, ObstacleSpec } from './entry-specs.js';
import { SIMPLE, type SimpleValues } from './simple.js';

export interface Values extends SimpleValues {
  obstacle: ObstacleSpec;
  object: ObjectSpec;
  fault: FaultSpec;
}

export type ValueType = keyof Values;

const CODECS: { readonly [Type in ValueType]: Codec<Values[Type]> } = { ...SIMPLE, obstacle, object, fault };

export function codecOf(type: ValueType): Codec<unknown> {
  return CODECS[type];
}
