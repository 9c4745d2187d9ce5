import type { Place } from '@kineko/formats/problem';

/** Where a value comes from, in ascending precedence. */
export const ORIGIN_KINDS = ['default', 'file', 'environment', 'set', 'flag'] as const;
export type OriginKind = (typeof ORIGIN_KINDS)[number];

export interface Origin {
  readonly kind: OriginKind;
  readonly place?: Place | undefined;
}

export interface ConfigEntry {
  readonly key: string;
  /** In the syntax of properties. */
  readonly value: string;
  readonly origin: Origin;
}

/** Positive if the first origin takes precedence, negative if the second does. */
export function compareOrigins(a: Origin, b: Origin): number {
  return ORIGIN_KINDS.indexOf(a.kind) - ORIGIN_KINDS.indexOf(b.kind);
}
