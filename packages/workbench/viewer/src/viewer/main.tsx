/** The viewer's page, with what all front ends add to it. */
import { DEECO_LOG } from '../look/deeco-log.js';
import { withDeecoLook } from '../look/deeco-look.js';
import { DEECO_VISUALIZATION } from '../look/deeco-visualization.js';
import { startViewer } from './start.js';

startViewer({ logFormats: [DEECO_LOG], visualization: DEECO_VISUALIZATION, withUsualLook: withDeecoLook });
