/** The worker of the viewer's page, with the log kinds of all front ends. */
import { DEECO_LOG } from '../look/deeco-log.js';
import { serveReader } from './serve-reader.js';

serveReader([DEECO_LOG]);
