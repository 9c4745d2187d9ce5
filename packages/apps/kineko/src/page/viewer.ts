/** The viewer's page, with the plug-ins of all front ends. */
import { startViewer } from '@kineko/viewer/page';
import { VIEWER_PLUGINS } from './viewer-plugins.js';

startViewer(VIEWER_PLUGINS);
