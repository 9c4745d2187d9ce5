/** Logs, visualization files and the default look of DEECo runs, for the viewer. */
import type { Appearance, Look, ViewerPlugins } from '@kineko/viewer';
import { writeVisualization } from '../format/visualization/visualization-writer.js';
import { lookOfVisualization, PLAIN } from './from-visualization.js';
import { visualizationOf } from './to-visualization.js';
import { DeecoRecordReader } from '../format/log/records.js';
import { isDeecoLog } from '../format/recognition.js';
import { describeDeecoRun } from './run-description.js';

const plainAppearance = (color: string): Appearance => ({
  rules: [],
  otherwise: { color },
  labels: 'none',
  turns: false,
  isRound: false,
  isPlain: true,
});

/** The playground's default look: red circles and yellow squares, unless the look says otherwise. */
export function withDeecoLook(look: Look): Look {
  const isOpen = look.robots === undefined && look.coloring === undefined;
  return {
    ...look,
    ...(isOpen && { robots: { ...plainAppearance(PLAIN.robots), labels: look.labels ?? 'none' } }),
    ...(look.objects === undefined && { objects: plainAppearance(PLAIN.objects) }),
  };
}

export const DEECO_VIEWER: Required<Omit<ViewerPlugins, 'servedWorld'>> = {
  logFormats: [{ title: 'a DEECo log', recognises: isDeecoLog, reader: (name) => new DeecoRecordReader(name) }],
  describeRun: [describeDeecoRun],
  visualization: {
    ending: '.xml',
    read: async (text, name) => {
      // Large, so the page loads it on demand.
      const { readVisualization } = await import('./visualization-reader.js');
      return lookOfVisualization(await readVisualization(text, name));
    },
    write: (present) => writeVisualization(visualizationOf(present)),
  },
  withDefaultLook: withDeecoLook,
};
