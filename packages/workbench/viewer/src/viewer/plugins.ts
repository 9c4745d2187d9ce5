/** What front ends add to the viewer. The page is started with the list. */
import type { Look } from '../look/look.js';
import type { VisualizationFormat } from '../look/look-file.js';
import type { ReaderPlugins } from '../reading/log-kind.js';

export interface ViewerPlugins extends ReaderPlugins {
  readonly visualization?: VisualizationFormat;
  /** Completes the look of a run in cycles and pixels with what its own viewer would show. */
  readonly withUsualLook?: (look: Look) => Look;
  readonly servedWorld?: ServedWorldFormat;
}

/** A format of worlds that a server can run. */
export interface ServedWorldFormat {
  /** With its article: `a Chirp world`. */
  readonly title: string;
  recognises(text: string, name: string): boolean;
  /** The command that serves a file. */
  command(name: string): string;
}

const used: { plugins: ViewerPlugins } = { plugins: {} };

/** Call once, before anything is opened. */
export function usePlugins(plugins: ViewerPlugins): void {
  used.plugins = plugins;
}

export function plugins(): ViewerPlugins {
  return used.plugins;
}
