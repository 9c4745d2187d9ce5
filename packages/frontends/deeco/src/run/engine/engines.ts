/** All cycle engines. */
import type { EngineKind } from './cycle-engine.js';
import { EXACT_ENGINE } from './exact/exact-engine.js';
import { ORIGINAL_ENGINE } from './original/original-engine.js';

export const ENGINE_KINDS: readonly EngineKind[] = [ORIGINAL_ENGINE, EXACT_ENGINE];
