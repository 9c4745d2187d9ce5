/** `node --import kineko/register own.ts`: TypeScript runs as it is, and imports this copy of Kineko. */
import { registerLoader } from '@kineko/run/node';

registerLoader(import.meta.url);
