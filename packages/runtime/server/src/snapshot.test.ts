import { expect, test } from '@jest/globals';
import { binaryHeader, BinaryWriter, type Party, type TraceRecord } from '@kineko/formats/trace';
import { smallRun } from '@kineko/tools/kits/small-run';
import fc from 'fast-check';
import { recordsOf } from '../test/fake-peer.js';
import { Snapshot } from './snapshot.js';

function bytesOf(records: readonly TraceRecord[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const record of records) writer.append(record);
  return writer.take();
}

/** The records of a snapshot. */
function standing(records: readonly TraceRecord[], chunks = 1, pieceBytes = 500): TraceRecord[] {
  const snapshot = new Snapshot();
  const size = Math.max(1, Math.ceil(records.length / chunks));
  for (let i = 0; i < records.length; i += size) snapshot.absorb(bytesOf(records.slice(i, i + size)));
  return recordsOf([binaryHeader(), ...snapshot.pieces(pieceBytes)]);
}

/** The state that a picture shows, computed from records. */
function picture(records: readonly TraceRecord[]): Map<string, TraceRecord> {
  const shown = new Map<string, TraceRecord>();
  const underWay = new Map<string, Set<number>>();
  for (const record of records) {
    switch (record.type) {
      case 'world':
        shown.set('world', record);
        break;
      case 'robot':
      case 'leg':
      case 'motionRequest':
      case 'motionEvent':
      case 'motionEnd':
        shown.set(`${record.type} ${record.robot}`, record);
        break;
      case 'obstacle':
        shown.set(`obstacle ${record.obstacle}`, record);
        break;
      case 'object':
        shown.set(`object ${record.object}`, record);
        break;
      case 'touch':
        shown.set(`touch ${record.robot} ${JSON.stringify(record.other)}`, record);
        break;
      case 'release':
        shown.delete(`touch ${record.robot} ${JSON.stringify(record.other)}`);
        break;
      case 'effect':
        shown.set(`effect ${record.robot} ${record.effector}`, record);
        break;
      case 'crash':
      case 'recover':
        shown.set(`process ${record.process}`, record);
        break;
      case 'suspect':
        shown.set(`suspect ${record.process} ${record.detector} ${record.other}`, record);
        break;
      case 'send': {
        const key = `send ${record.process} ${record.message}`;
        underWay.set(key, new Set(record.to));
        shown.set(key, record);
        if (record.to.length === 0) shown.delete(key);
        break;
      }
      case 'deliver':
      case 'drop': {
        const key = `send ${record.from} ${record.message}`;
        const copies = underWay.get(key);
        copies?.delete(record.process);
        if (copies?.size === 0) shown.delete(key);
        break;
      }
      default:
    }
  }
  return shown;
}

const small = fc.nat({ max: 3 });
const word = fc.oneof(fc.constantFrom('tag', 'né', ''), fc.constant('x'.repeat(200)));
const party: fc.Arbitrary<Party> = fc.record({ kind: fc.constantFrom('robot', 'obstacle'), id: small });
const place = { x: small, y: small, heading: small };
const value = fc.oneof(small, word, fc.array(small), fc.record({ tag: word }));
const of = <T extends TraceRecord['type']>(type: T, fields: object): fc.Arbitrary<TraceRecord> =>
  fc.record({ type: fc.constant(type), time: small, ...fields }) as unknown as fc.Arbitrary<TraceRecord>;
const leg = fc.oneof(
  fc.record({ kind: fc.constant('rest'), ...place, start: small, end: small }),
  fc.record({ kind: fc.constant('line'), ...place, start: small, end: small, vx: small, vy: small }),
);
const message = { process: small, message: small };
const record: fc.Arbitrary<TraceRecord> = fc.oneof(
  of('world', { walled: fc.boolean(), response: fc.constant('stop') }),
  of('robot', { robot: small, radius: small, ...place, tag: word }),
  of('obstacle', { obstacle: small, name: word, shape: value }),
  of('object', { object: small, x: small, y: small, size: small, tag: word, heat: small, light: small }),
  of('leg', { robot: small, leg }),
  of('motionRequest', { robot: small, task: small, kind: word, request: value }),
  of('motionEnd', { robot: small, task: small, status: fc.constant('finished'), ...place }),
  of('touch', { robot: small, other: party }),
  of('release', { robot: small, other: party }),
  of('sensorReply', { robot: small, sensor: word, reply: value }),
  of('effect', { robot: small, effector: word, request: value }),
  of('warning', { text: word }),
  of('send', { ...message, to: fc.uniqueArray(small), protocol: word, messageType: word, content: value }),
  of('deliver', { ...message, from: small, to: fc.array(small), protocol: word, messageType: word, content: value }),
  of('drop', { ...message, from: small, messageType: word, reason: word }),
  of('crash', { process: small }),
  of('recover', { process: small }),
  of('suspect', { process: small, detector: word, other: small, isSuspected: fc.boolean() }),
  of('log', { process: small, logger: word, level: fc.constant('info'), text: word }),
  of('command', { events: small, source: word, command: value }),
);

test('the picture is the same whatever was dropped', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 60 }), fc.nat(60), fc.integer({ min: 1, max: 4 }), (all, cut, chunks) => {
      const rest = all.slice(cut);
      expect(picture([...standing(all.slice(0, cut), chunks), ...rest])).toEqual(picture(all));
    }),
    { seed: 11, numRuns: 500 },
  );
});

test('its size depends on the state of the run, not on its length', async () => {
  const { records } = await smallRun(10, 5);
  const kept = standing(records);
  expect(picture(kept)).toEqual(picture(records));
  expect(kept.length).toBeLessThan(150);
  expect(records.length).toBeGreaterThan(1500);
  const times = kept.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('comes in pieces of whole records', () => {
  const snapshot = new Snapshot();
  expect(snapshot.pieces(100)).toEqual([]);
  const robots = Array.from({ length: 20 }, (_, robot): TraceRecord => {
    return { type: 'robot', time: 0, robot, radius: 1, x: 0, y: 0, heading: 0, tag: '' };
  });
  snapshot.absorb(bytesOf(robots));
  const pieces = snapshot.pieces(100);
  expect(pieces).toHaveLength(10);
  for (const piece of pieces) expect(recordsOf([binaryHeader(), piece])).toHaveLength(2);
});
