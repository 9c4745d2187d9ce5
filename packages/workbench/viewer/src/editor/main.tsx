/** The editor's page, with the world formats of all front ends. */
import { WORLD_FORMATS } from '@kineko/formats/editing';
import { startEditorPage } from './start.js';

startEditorPage(WORLD_FORMATS);
