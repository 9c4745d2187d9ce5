/** The plugins of front ends, with which the page is started. */
import type { Look } from '../look/look.js';
import type { VisualizationFormat } from '../look/look-file.js';
import type { ReaderPlugins } from '../reading/log-kind.js';

export interface ViewerPlugins extends ReaderPlugins {
  readonly visualization?: VisualizationFormat;
  /** Completes the look of a run in cycles and pixels with the default look of its front end. */
  readonly withDefaultLook?: (look: Look) => Look;
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
