/** Visualization files of the DEECo playground, for the viewer. */
import type { Dress, Look, ViewedLogFormat, VisualizationFormat } from '@kineko/viewer';
import { writeVisualization } from '../format/visualization/visualization-writer.js';
import { lookOfVisualization, PLAIN } from './from-visualization.js';
import { visualizationOf } from './to-visualization.js';
import { DeecoRecordReader } from '../format/log/records.js';
import { isDeecoLog } from '../format/recognition.js';

export const DEECO_VISUALIZATION: VisualizationFormat = {
  ending: '.xml',
  read: async (text, name) => {
    // A file of its own, large, which the page loads when it needs it.
    const { readVisualization } = await import('./visualization-reader.js');
    return lookOfVisualization(await readVisualization(text, name));
  },
  write: (present) => writeVisualization(visualizationOf(present)),
};

/** Logs of the DEECo playground, for the viewer. */
export const DEECO_LOG: ViewedLogFormat = {
  title: 'a DEECo log',
  recognises: isDeecoLog,
  reader: (name) => new DeecoRecordReader(name),
};

/** How the DEECo playground shows a run for which no visualization file says otherwise. */
const dressIn = (color: string): Dress => ({
  rules: [],
  otherwise: { color },
  labels: 'none',
  turns: false,
  isRound: false,
  isPlain: true,
});

/** Red circles and yellow squares, where the look leaves that open. */
export function withDeecoLook(look: Look): Look {
  const isOpen = look.robots === undefined && look.coloring === undefined;
  return {
    ...look,
    ...(isOpen && { robots: { ...dressIn(PLAIN.robots), labels: look.labels ?? 'none' } }),
    ...(look.objects === undefined && { objects: dressIn(PLAIN.objects) }),
  };
}
