/** The viewer's page, with what all front ends add to it. */
import { startViewer } from '@kineko/viewer/page';
import { VIEWER_PLUGINS } from './viewer-plugins.js';

startViewer(VIEWER_PLUGINS);
