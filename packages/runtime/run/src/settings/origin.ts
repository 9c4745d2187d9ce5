import type { Place } from '@kineko/formats/problem';

/** Where a value came from: later ones win over earlier ones. */
export const ORIGIN_KINDS = ['default', 'file', 'environment', 'set', 'flag'] as const;
export type OriginKind = (typeof ORIGIN_KINDS)[number];

export interface Origin {
  readonly kind: OriginKind;
  readonly place?: Place | undefined;
}

/** One value of a configuration. */
export interface ConfigEntry {
  readonly key: string;
  /** As it would be written. */
  readonly value: string;
  readonly origin: Origin;
}

/** Above 0 if the first of two wins whatever their order, below 0 if the second does. */
export function compareOrigins(a: Origin, b: Origin): number {
  return ORIGIN_KINDS.indexOf(a.kind) - ORIGIN_KINDS.indexOf(b.kind);
}
