/** Messages between a page and the viewer that it embeds in a frame: plain data. */

export type ToViewer =
  | {
      readonly type: 'kineko-show';
      /** Title of the run. */
      readonly name: string;
      /** A log or a trace. */
      readonly run: Blob;
      /** Simulated time at which the run ended; its last record may be earlier. */
      readonly end?: number | undefined;
      /** Whether to start playing. */
      readonly plays: boolean;
    }
  | { readonly type: 'kineko-theme'; readonly theme: 'light' | 'dark' };

/** The viewer is ready, or has read a whole run. */
export interface FromViewer {
  readonly type: 'kineko-listening' | 'kineko-shown';
}

/** In the fragment of the viewer's address: the viewer is embedded and controlled by its parent page. */
export const FRAMED = 'framed';
