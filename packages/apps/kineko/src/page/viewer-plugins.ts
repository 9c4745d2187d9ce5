/** Plug-ins of all front ends for the viewer: log formats, visualization files, default looks. */
import { isChirpWorld } from '@kineko/chirp/format';
import { DEECO_LOG, DEECO_VISUALIZATION, describeDeecoRun, withDeecoLook } from '@kineko/deeco/page';

export const VIEWER_PLUGINS = {
  logFormats: [DEECO_LOG],
  describeRun: [describeDeecoRun],
  visualization: DEECO_VISUALIZATION,
  withDefaultLook: withDeecoLook,
  servedWorld: {
    title: 'a Chirp world',
    recognises: (text: string, name: string) => /\.json$/i.test(name) && isChirpWorld(text),
    command: (name: string) => `kineko serve ${name} --watch`,
  },
};
