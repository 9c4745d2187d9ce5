import { expect, test } from '@jest/globals';
import { SAMPLES } from '../../test/trace-samples.js';
import { LEGS, type Party, PARTIES, type RecordOf, RECORDS, type TraceLeg, type TraceRecord } from './records.js';

test('the types follow from the tables', () => {
  const touch: RecordOf<'touch'> = { type: 'touch', time: 0, robot: 1, other: { kind: 'robot', id: 2 } };
  // @ts-expect-error: a field that is not optional must be there
  const withoutRobot: TraceRecord = { type: 'warning', time: 0 };
  // @ts-expect-error: a word that is not in the list
  const withOtherWord: TraceRecord = { type: 'world', time: 0, walled: true, response: 'stick' };
  // @ts-expect-error: a field of another kind of leg
  const withOtherField: TraceLeg = { kind: 'rest', x: 0, y: 0, heading: 0, start: 0, end: 1, vx: 1 };
  // @ts-expect-error: no such kind
  const withOtherKind: Party = { kind: 'cloud', id: 1 };
  const text: string = describe(touch);
  expect([text, withoutRobot, withOtherWord, withOtherField, withOtherKind]).toHaveLength(5);
});

/** Compiles only if `type` discriminates the records. */
function describe(record: TraceRecord): string {
  switch (record.type) {
    case 'motionEnd':
      return `${record.status} ${record.with?.id ?? record.by ?? ''}`;
    case 'leg':
      return record.leg.kind === 'curve' ? `${record.leg.knots.length}` : record.leg.kind;
    default:
      return record.type;
  }
}

test('every row is shown among the samples', () => {
  const legs = SAMPLES.flatMap((record) => (record.type === 'leg' ? [record.leg.kind] : []));
  const parties = SAMPLES.flatMap((record) =>
    record.type === 'touch' || record.type === 'release' ? [record.other.kind] : [],
  );
  expect(new Set(SAMPLES.map(({ type }) => type))).toEqual(new Set(Object.keys(RECORDS)));
  expect(new Set(legs)).toEqual(new Set(Object.keys(LEGS)));
  expect(new Set(parties)).toEqual(new Set(Object.keys(PARTIES)));
});
