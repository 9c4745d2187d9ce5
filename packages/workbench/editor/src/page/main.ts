/** The editor's page, with the world formats of all front ends. */
import { WORLD_FORMATS } from '../formats.js';
import { startEditorPage } from './start.js';

startEditorPage(WORLD_FORMATS);
