/** What all front ends add to the viewer: log formats, visualization files, the usual look of their runs. */
import { DEECO_LOG, DEECO_VISUALIZATION, withDeecoLook } from '@kineko/deeco/page';

export const VIEWER_PLUGINS = {
  logFormats: [DEECO_LOG],
  visualization: DEECO_VISUALIZATION,
  withUsualLook: withDeecoLook,
};
