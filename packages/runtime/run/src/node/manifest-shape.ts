import { described, readShape, table } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import { WHY_STOPPED } from '../scenario.js';
import { ORIGIN_KINDS } from '../settings/origin.js';

const SPECIAL = ['NaN', 'Infinity', '-Infinity'];

/** Numbers that JSON cannot represent are strings. */
const number = z.pipe(
  z.custom<number | string>((v) => typeof v === 'number' || SPECIAL.includes(v), described('a number')),
  z.transform(Number),
);
const text = z.string();
const fileName = z.optional(matching(/^(?!\.{1,2}$)[^/\\\0]+$/, 'a file name without a path'));
const place = z.optional(z.object({ file: text, line: z.optional(number), column: z.optional(number) }));

const summary = z.object({
  robots: number,
  processes: number,
  simulatedSeconds: number,
  events: number,
  motionRequests: number,
  collisions: number,
  delays: number,
  messages: z.object({ sent: number, delivered: number, dropped: number }),
  stoppedBy: z.optional(z.enum(Object.keys(WHY_STOPPED))),
  remarks: z.array(text),
  hasGoal: z.boolean(),
});

const manifest = z.object({
  state: z.enum(['running', 'complete', 'interrupted', 'failed']),
  scenario: z.object({ door: text, name: text, path: text, sha256: matching(/^[\da-f]{64}$/, '64 hex digits') }),
  config: table(z.object({ value: text, origin: z.object({ kind: z.enum(ORIGIN_KINDS), place }) })),
  seed: number,
  versions: z.object({ kineko: text, node: text, v8: text, platform: text, arch: text }),
  process: z.optional(z.object({ pid: number, host: text, startTicks: z.optional(number) })),
  startedAt: text,
  endedAt: z.optional(text),
  wallSeconds: z.optional(number),
  summary: z.optional(summary),
  metrics: z.optional(table(number)),
  hash: z.optional(matching(/^[\da-f]{32}$/, '32 hex digits')),
  files: z.object({ log: fileName, trace: fileName, mcap: fileName, metrics: fileName, world: fileName }),
  problems: z.optional(z.array(z.object({ severity: z.enum(['error', 'warning']), place, text }))),
});

function matching(pattern: RegExp, what: string) {
  return z.string(described(what)).check(z.regex(pattern, described(what)));
}

/** Throws an `InputError` with all problems. */
export function readManifestShape(data: unknown, file: string, version: number) {
  const source = { data, placeOf: () => ({ file }) };
  // In another version the members may have other meanings.
  readShape(z.object({ version: z.literal(version) }), source);
  return readShape(manifest, source);
}
