/** All types of values that keys may have. */
import type { Codec } from '@kineko/run/settings';
import { entries, fault, object, obstacle } from './entries.js';
import type { FaultSpec, ObjectSpec, ObstacleSpec } from './entry-specs.js';
import { SIMPLE, type SimpleValues } from './simple.js';

export interface Values extends SimpleValues {
  obstacle: ObstacleSpec;
  object: ObjectSpec;
  fault: FaultSpec;
  entries: undefined;
}

export type ValueType = keyof Values;

export const CODECS: { readonly [Type in ValueType]: Codec<Values[Type]> } = {
  ...SIMPLE,
  obstacle,
  object,
  fault,
  entries,
};
