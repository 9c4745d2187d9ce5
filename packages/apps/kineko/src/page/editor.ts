/** The editor's page, with the world formats of all front ends. */
import { startEditorPage } from '@kineko/editor/page';
import { WORLD_FORMATS } from './world-formats.js';

startEditorPage(WORLD_FORMATS);
