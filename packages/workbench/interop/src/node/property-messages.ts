/** Verdicts on a run as messages of its recording: when properties hold, and when they are violated. */
import { type ChannelMessage, logMessage } from './channel-messages.js';

/** A property that was checked, and the times at which it holds; none if it is not about times. */
export interface CheckedProperty {
  readonly name: string;
  readonly verdict: string;
  readonly spans: readonly { readonly from: number; readonly to: number; readonly isHolding: boolean }[];
}

export interface CheckedRun {
  readonly lanes: readonly CheckedProperty[];
  /** Violations, as log lines. */
  readonly marks: readonly { readonly time: number; readonly text: string }[];
}

/** @param end Simulated seconds at which the run ended. */
export function propertyMessages({ lanes, marks }: CheckedRun, end: number): ChannelMessage[] {
  const spans = lanes.flatMap(({ name: property, verdict, spans: own }) => {
    if (own.length === 0) return [{ property, state: verdict, from: 0, to: end }];
    return own.map(({ from, to, isHolding }) => ({ property, state: isHolding ? 'holds' : 'violated', from, to }));
  });
  return [
    ...spans.map((content): ChannelMessage => ({ channel: 'property', time: content.from, content })),
    ...marks.map(({ time, text }) => logMessage(time, 'error', text)),
  ];
}
