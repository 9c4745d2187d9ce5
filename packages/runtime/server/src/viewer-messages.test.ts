import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from './limits.js';
import { viewerMessageReader } from './viewer-messages.js';
import { BadMessage } from './peer.js';

const read: (data: string | Uint8Array) => unknown = viewerMessageReader(LIMITS);

describe('a message of a viewer', () => {
  test.each([
    ['{"type":"take"}', undefined, { type: 'take' }],
    ['{"type":"release","id":0}', 0, { type: 'release' }],
    ['{"id":7,"type":"pause"}', 7, { type: 'pause' }],
    ['{"type":"resume"}', undefined, { type: 'resume' }],
    ['{"type":"speed","factor":0.5}', undefined, { type: 'speed', factor: 0.5 }],
    [`{"type":"speed","factor":${LIMITS.commandSpeed}}`, undefined, { type: 'speed', factor: LIMITS.commandSpeed }],
    ['{"type":"speed","factor":null}', undefined, { type: 'speed', factor: Infinity }],
    ['{"type":"step"}', undefined, { type: 'step', events: 1 }],
    ['{"type":"step","events":10000}', undefined, { type: 'step', events: LIMITS.commandSteps }],
  ])('may be %s', (text, id, content) => {
    expect(read(text)).toEqual({ id, content });
  });

  test.each([
    ['', 'expected JSON, got ""'],
    ['{', 'expected JSON'],
    ['null', 'expected an object, got null'],
    ['[]', 'expected an object'],
    ['"pause"', 'expected an object'],
    ['{}', 'type: expected take, release, pause, resume, speed or step, got nothing'],
    ['{"type":"toString"}', "type: unknown type 'toString'; expected take, release,"],
    ['{"type":"constructor"}', "type: unknown type 'constructor'"],
    ['{"type":["pause"]}', 'type: expected take, release, pause, resume, speed or step, got a list of 1'],
    ['{"type":"pause","force":true}', "unknown key 'force'; expected type or id"],
    ['{"type":"pause","__proto__":{"id":1}}', "unknown key '__proto__'"],
    ['{"type":"pause","id":-1}', 'id: expected an integer from 0 on, got -1'],
    ['{"type":"pause","id":"1"}', 'id: expected an integer'],
    ['{"type":"pause","id":1e300}', 'id: expected an integer'],
    ['{"type":"speed"}', 'factor: expected a number from 0.000001 to 1000000, or null for no limit, got nothing'],
    ['{"type":"speed","factor":0}', 'factor: expected'],
    ['{"type":"speed","factor":-1}', 'factor: expected'],
    ['{"type":"speed","factor":1e999}', 'factor: expected'],
    ['{"type":"speed","factor":"2"}', 'factor: expected'],
    ['{"type":"step","events":0}', 'events: expected an integer from 1 to 10000, got 0'],
    ['{"type":"step","events":1.5}', 'events: expected'],
    ['{"type":"step","events":10001}', 'events: expected'],
    ['['.repeat(1000), 'expected JSON'],
    [`${'['.repeat(500)}${']'.repeat(500)}`, 'expected an object'],
    [`{"type":"pause","id":${' '.repeat(LIMITS.commandCharacters)}1}`, 'expected at most 1024 characters, got'],
    [Uint8Array.of(123, 125), 'expected text, got bytes'],
  ])('must not be %s', (data, reason) => {
    expect(() => read(data)).toThrow(BadMessage);
    expect(() => read(data)).toThrow(reason);
  });

  test('is read or rejected with a BadMessage, whatever it is', () => {
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
