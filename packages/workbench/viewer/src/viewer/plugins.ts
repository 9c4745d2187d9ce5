/** What front ends add to the viewer. The page is started with the list. */
import type { Look } from '../look/look.js';
import type { VisualizationFormat } from '../look/visualization-format.js';
import type { ReaderPlugins } from '../reading/log-formats.js';

export interface ViewerPlugins extends ReaderPlugins {
  readonly visualization?: VisualizationFormat;
  /** Completes the look of a run in cycles and pixels with what its own viewer would show. */
  readonly withUsualLook?: (look: Look) => Look;
}

const used: { plugins: ViewerPlugins } = { plugins: {} };

/** Call once, before anything is opened. */
export function usePlugins(plugins: ViewerPlugins): void {
  used.plugins = plugins;
}

export function plugins(): ViewerPlugins {
  return used.plugins;
}
