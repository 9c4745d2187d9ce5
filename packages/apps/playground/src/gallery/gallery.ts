/** The examples that the build has collected. */
import { gallery as built } from 'kineko:gallery';
import type { Example } from './example.js';

export const gallery = built as readonly Example[];
