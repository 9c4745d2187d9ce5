import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from './limits.js';
import { readViewerMessage } from './orders.js';
import { BadMessage } from './peer.js';

const read = (data: string | Uint8Array): unknown => readViewerMessage(data, LIMITS);

describe('what viewers may say', () => {
  test.each([
    ['{"type":"take"}', undefined, { type: 'take' }],
    ['{"type":"release","id":0}', 0, { type: 'release' }],
    ['{"id":7,"type":"pause"}', 7, { type: 'pause' }],
    ['{"type":"resume"}', undefined, { type: 'resume' }],
    ['{"type":"speed","factor":0.5}', undefined, { type: 'speed', factor: 0.5 }],
    [`{"type":"speed","factor":${LIMITS.orderSpeed}}`, undefined, { type: 'speed', factor: LIMITS.orderSpeed }],
    ['{"type":"speed","factor":null}', undefined, { type: 'speed', factor: Infinity }],
    ['{"type":"step"}', undefined, { type: 'step', events: 1 }],
    ['{"type":"step","events":10000}', undefined, { type: 'step', events: LIMITS.orderSteps }],
  ])('%s', (text, id, content) => {
    expect(read(text)).toEqual({ id, content });
  });

  test.each([
    ['', 'no JSON'],
    ['{', 'no JSON'],
    ['null', 'must be an object'],
    ['[]', 'must be an object'],
    ['"pause"', 'must be an object'],
    ['{}', 'type must be one of take, release, pause, resume, speed, step'],
    ['{"type":"toString"}', 'type must be one of'],
    ['{"type":"constructor"}', 'type must be one of'],
    ['{"type":["pause"]}', 'type must be one of'],
    ['{"type":"pause","force":true}', 'this message has the members type, id, and no others'],
    ['{"type":"pause","__proto__":{"id":1}}', 'and no others'],
    ['{"type":"pause","id":-1}', 'id must be a whole number from 0 on'],
    ['{"type":"pause","id":"1"}', 'id must be'],
    ['{"type":"pause","id":1e300}', 'id must be'],
    ['{"type":"speed"}', 'factor must be a number from 0.000001 to 1000000, or null'],
    ['{"type":"speed","factor":0}', 'factor must be'],
    ['{"type":"speed","factor":-1}', 'factor must be'],
    ['{"type":"speed","factor":1e999}', 'factor must be'],
    ['{"type":"speed","factor":"2"}', 'factor must be'],
    ['{"type":"step","events":0}', 'events must be a whole number from 1 to 10000'],
    ['{"type":"step","events":1.5}', 'events must be'],
    ['{"type":"step","events":10001}', 'events must be'],
    ['['.repeat(1000), 'no JSON'],
    [`${'['.repeat(500)}${']'.repeat(500)}`, 'must be an object'],
    [`{"type":"pause","id":${' '.repeat(LIMITS.orderCharacters)}1}`, 'characters; at most 1024 are read'],
    [Uint8Array.of(123, 125), 'a message must be a text'],
  ])('and not %s', (data, reason) => {
    expect(() => read(data)).toThrow(BadMessage);
    expect(() => read(data)).toThrow(reason);
  });

  test('anything else is refused in the same way', () => {
    const almost = fc.record({
      type: fc.constantFrom('speed', 'step', 'pause'),
      factor: fc.anything(),
      id: fc.anything(),
    });
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      almost.map((each) => JSON.stringify(each) ?? ''),
    );
    fc.assert(
      fc.property(text, (each) => {
        try {
          return typeof read(each) === 'object';
        } catch (error) {
          return error instanceof BadMessage;
        }
      }),
      { seed: 3, numRuns: 3000 },
    );
  });
});
