/** `node --import kineko/register own.ts`: runs TypeScript directly, with this copy of Kineko. */
import { registerLoader } from '@kineko/run/node';

registerLoader(import.meta.url);
