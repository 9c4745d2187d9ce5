/** Visualization files of the DEECo playground, for the viewer. */
import type { VisualizationFormat } from '@kineko/viewer';
import { writeVisualization } from '../format/visualization/writer.js';
import { lookOfVisualization } from './from-visualization.js';
import { visualizationOf } from './to-visualization.js';

export const DEECO_VISUALIZATION: VisualizationFormat = {
  ending: '.xml',
  read: async (text, name) => {
    // A file of its own, large, which the page loads when it needs it.
    const { readVisualization } = await import('./visualization-reader.js');
    return lookOfVisualization(await readVisualization(text, name));
  },
  write: (present) => writeVisualization(visualizationOf(present)),
};
