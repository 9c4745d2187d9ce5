/** Findings for the viewer: violations of properties, the times at which they hold, and the first difference to another run. */
import type { TraceRecord } from '@kineko/formats/trace';
import { type Property, PropertyError, RunObserver } from '@kineko/lab';
import { Opening as LabOpening, readProperties } from '@kineko/lab/node';
import { type CliContext, UsageError } from '@kineko/run/console';
import type { Findings } from '@kineko/viewer';
import { LOG_FORMATS } from './front-ends.js';
import { labSite } from './lab-site.js';
import { readRecords } from './record-files.js';
import { endOfRun } from './run-log.js';

type Finding = Findings['marks'][number];
type PropertyLane = Findings['lanes'][number];

/** Differing values that are named. */
const MAX_NAMED = 3;

export async function propertiesOf(
  texts: readonly string[],
  path: string,
  env: CliContext['env'],
): Promise<Property[]> {
  try {
    return await readProperties(texts, path, new LabOpening(labSite(env)));
  } catch (error) {
    if (error instanceof PropertyError) throw new UsageError(error.message);
    throw error;
  }
}

export interface FindingsRequest {
  readonly path: string;
  readonly properties: readonly Property[];
  /** The run to compare with. */
  readonly other?: string | undefined;
}

export async function findingsIn({ path, properties, other }: FindingsRequest): Promise<Findings> {
  const judged = properties.length === 0 ? { lanes: [], marks: [] } : await judge(path, properties);
  if (other === undefined) return judged;
  const difference = await firstDifference(path, other);
  return { ...judged, marks: [...judged.marks, difference], note: difference.text };
}

async function judge(path: string, properties: readonly Property[]): Promise<Findings> {
  const observer = new RunObserver();
  await readRecords({ path, name: path }, LOG_FORMATS, { record: observer.add });
  const run = observer.observed({ end: await endOfRun(path), isComplete: true });
  const lanes: PropertyLane[] = [];
  const marks: Finding[] = [];
  for (const property of properties) {
    const { verdict, violation } = property.judge(run);
    const spans = property.spans?.(run) ?? [];
    lanes.push({ name: property.text, verdict, spans, threshold: thresholdOf(property.text) });
    if (violation === undefined) continue;
    const text = `${property.text}: ${violation.text}`;
    marks.push({ time: violation.time, kind: 'violation', text, who: violation.who });
    // Later violations too, as far as the property has spans.
    for (const { from, isHolding } of spans) {
      if (!isHolding && from > violation.time && marks.length < MAX_MARKS) {
        marks.push({ time: from, kind: 'violation', text: `${property.text}: violated again`, who: [] });
      }
    }
  }
  return { lanes, marks: marks.sort((a, b) => a.time - b.time) };
}

const MAX_MARKS = 1000;

/** The distance that a property limits, for the plots. */
function thresholdOf(text: string): PropertyLane['threshold'] {
  const [, name, value] = /\b(separation|connected|gathered)=(\d+(?:\.\d+)?)/.exec(text) ?? [];
  if (value === undefined) return undefined;
  return { of: name === 'separation' ? 'gap' : 'distance', metres: Number(value) };
}

/** The first record in which two runs differ. */
export async function firstDifference(path: string, other: string): Promise<Finding> {
  const hashes: number[] = [];
  let lastTime = 0;
  await readRecords({ path, name: path }, LOG_FORMATS, {
    record: (record) => {
      hashes.push(hashOf(record));
      lastTime = record.time;
    },
  });
  let index = 0;
  let found: TraceRecord | undefined;
  await readRecords({ path: other, name: other }, LOG_FORMATS, {
    record: (record) => {
      if (found === undefined && hashOf(record) !== hashes[index]) found = record;
      if (found === undefined) index++;
    },
  });
  const mark = { kind: 'difference', who: [] } as const;
  if (found === undefined && index === hashes.length) {
    return { ...mark, time: lastTime, text: `the two runs have the same ${index} records` };
  }
  const own = index < hashes.length ? await recordAt(path, index) : undefined;
  const time = Math.min(own?.time ?? Infinity, found?.time ?? Infinity);
  const text = `first difference, record ${index + 1}: ${differenceOf(own, found)}`;
  return {
    ...mark,
    time,
    text,
    who: [own, found].flatMap((record) => (record && 'robot' in record ? (record.robot ?? []) : [])),
  };
}

async function recordAt(path: string, wanted: number): Promise<TraceRecord | undefined> {
  let index = 0;
  let found: TraceRecord | undefined;
  await readRecords({ path, name: path }, LOG_FORMATS, {
    record: (record) => {
      if (index++ === wanted) found = record;
    },
  });
  return found;
}

/** The two records, or what differs within the same one. */
function differenceOf(own: TraceRecord | undefined, other: TraceRecord | undefined): string {
  const [ours, theirs] = [wordsOf(own), wordsOf(other)];
  if (ours !== theirs) return `${ours}; in the other run: ${theirs}`;
  const [a, b] = [valuesOf(own), valuesOf(other)];
  const apart = [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name));
  const named = apart
    .slice(0, MAX_NAMED)
    .map((name) => `${name} ${a.get(name) ?? 'none'} (other run: ${b.get(name) ?? 'none'})`);
  return `${ours}: ${named.join(', ')}${apart.length > MAX_NAMED ? ' …' : ''}`;
}

/** Names and values of a record, also of its parts. */
function valuesOf(value: unknown, name = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[name, String(value)]]);
  return new Map(
    Object.entries(value).flatMap(([key, part]) => [...valuesOf(part, name === '' ? key : `${name}.${key}`)]),
  );
}

function wordsOf(record: TraceRecord | undefined): string {
  if (record === undefined) return 'none, it has ended';
  const who = 'robot' in record ? ` of robot ${record.robot}` : 'process' in record ? ` of p${record.process}` : '';
  return `${record.type}${who} at t = ${Number(record.time.toFixed(6))} s`;
}

/** 53 bits, so that two different records of a long run have different hashes. */
function hashOf(record: TraceRecord): number {
  const text = JSON.stringify(record);
  let [low, high] = [0x811c9dc5, 0x1000193];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193) >>> 0;
    high = Math.imul(high ^ code, 0x5bd1e995) >>> 0;
  }
  return (high & 0x1fffff) * 2 ** 32 + low;
}
