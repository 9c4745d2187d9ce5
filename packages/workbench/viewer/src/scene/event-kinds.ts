/** Kinds of records, as the timeline and the inspector group them. */
import type { TraceRecord } from '@kineko/formats/trace';

export const EVENT_KINDS = ['motion', 'message', 'contact', 'sensor', 'other'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export function kindOf({ type }: Pick<TraceRecord, 'type'>): EventKind {
  switch (type) {
    case 'leg':
    case 'motionRequest':
    case 'motionEvent':
    case 'motionEnd':
    case 'obstacleLeg':
    case 'phase':
      return 'motion';
    case 'send':
    case 'deliver':
    case 'drop':
      return 'message';
    case 'touch':
    case 'release':
      return 'contact';
    case 'sensorRequest':
    case 'sensorReply':
    case 'sensorEvent':
      return 'sensor';
    default:
      return 'other';
  }
}

export function mapKinds<T>(make: (kind: EventKind) => T): Readonly<Record<EventKind, T>> {
  return Object.fromEntries(EVENT_KINDS.map((kind) => [kind, make(kind)])) as Record<EventKind, T>;
}
