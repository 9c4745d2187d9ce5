/** Plug-ins of all front ends for the viewer: log formats, visualization files, default looks. */
import { DEECO_LOG, DEECO_VISUALIZATION, describeDeecoRun, withDeecoLook } from '@kineko/deeco/page';

export const VIEWER_PLUGINS = {
  logFormats: [DEECO_LOG],
  describeRun: [describeDeecoRun],
  visualization: DEECO_VISUALIZATION,
  withUsualLook: withDeecoLook,
};
