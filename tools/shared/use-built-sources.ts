/** Registers the module hook of built-sources.ts for all modules that are imported later. */
import { register } from 'node:module';

register('./built-sources.js', import.meta.url);
