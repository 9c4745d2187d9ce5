/** When something is done. */
export interface Schedule {
  /** Every so many milliseconds, from the offset on; 1 if it is left out. */
  readonly period?: number;
  /** Milliseconds; 0 if it is left out. */
  readonly offset?: number;
  /** Within a millisecond, what has a lower one comes first; 0 if it is left out. Then the order of deployment decides. */
  readonly order?: number;
}
