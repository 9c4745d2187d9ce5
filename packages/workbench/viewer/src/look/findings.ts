/** Findings of a server in a run, which the page marks: plain data. */

export interface Finding {
  readonly time: number;
  readonly kind: 'violation' | 'difference';
  readonly text: string;
  /** Ids of the robots or processes involved. */
  readonly who: readonly number[];
}

export interface PropertyLane {
  /** The property. */
  readonly name: string;
  readonly verdict: string;
  readonly spans: readonly { readonly from: number; readonly to: number; readonly isHolding: boolean }[];
  /** The distance that it limits, if it does. */
  readonly threshold?: { readonly of: 'gap' | 'distance'; readonly metres: number } | undefined;
}

export interface Findings {
  readonly lanes: readonly PropertyLane[];
  /** In order of time. */
  readonly marks: readonly Finding[];
  readonly note?: string | undefined;
}
