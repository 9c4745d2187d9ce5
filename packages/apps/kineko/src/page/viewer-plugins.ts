/** Plug-ins of all front ends for the viewer: log formats, visualization files, default looks. */
import { isChirpWorld } from '@kineko/chirp/format';
import { DEECO_VIEWER } from '@kineko/deeco/page';
import type { ViewerPlugins } from '@kineko/viewer';

export const VIEWER_PLUGINS: Required<ViewerPlugins> = {
  ...DEECO_VIEWER,
  servedWorld: {
    title: 'a Chirp world',
    recognises: (text, name) => /\.json$/i.test(name) && isChirpWorld(text),
    command: (name) => `kineko serve ${name} --watch`,
  },
};
