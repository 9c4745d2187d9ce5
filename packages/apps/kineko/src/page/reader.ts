/** The worker of the viewer's page, with the log formats of all front ends. */
import { serveReader } from '@kineko/viewer';
import { VIEWER_PLUGINS } from './viewer-plugins.js';

serveReader(VIEWER_PLUGINS);
