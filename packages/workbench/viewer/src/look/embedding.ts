/** What a page says to the viewer that it has in a frame, and hears from it: plain data. */

export type ToViewer =
  | {
      readonly type: 'kineko-show';
      /** What it is called. */
      readonly name: string;
      /** A log or a trace. */
      readonly run: Blob;
      /** Whether it begins to move at once. */
      readonly plays: boolean;
    }
  | { readonly type: 'kineko-theme'; readonly theme: 'light' | 'dark' };

/** It listens, or all of a run is read. */
export interface FromViewer {
  readonly type: 'kineko-listening' | 'kineko-shown';
}

/** In the fragment of the viewer's address: that it is shown in a frame, and is told by the page around it what to show. */
export const FRAMED = 'framed';
