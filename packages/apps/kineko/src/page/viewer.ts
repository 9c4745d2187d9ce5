/** The viewer's page, with what all front ends add to it. */
import { DEECO_LOG, DEECO_VISUALIZATION, withDeecoLook } from '@kineko/deeco/page';
import { startViewer } from '@kineko/viewer/page';

startViewer({ logFormats: [DEECO_LOG], visualization: DEECO_VISUALIZATION, withUsualLook: withDeecoLook });
