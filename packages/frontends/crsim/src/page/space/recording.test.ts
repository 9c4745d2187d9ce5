import { describe, expect, test } from '@jest/globals';
import { CRATE, OBJECTS, updateAt } from '../../../test/spaces.js';
import { isRecording, readRecording, writeRecording } from './recording.js';
import { Space } from './space.js';
import { readSpaceMessage } from './wire.js';

function recorded(): Space {
  const space = new Space();
  const environment = { width: 100, depth: 80, timeStepMillis: 50, timestep: 0 };
  const messages = [
    { environment },
    ...OBJECTS,
    updateAt(0),
    updateAt(1),
    { ...updateAt(5), heat: 2 },
    updateAt(6),
    { timestep: 8 },
  ];
  for (const message of messages) space.take(readSpaceMessage(JSON.stringify(message)));
  return space;
}

const textOf = (space: Space): string => [...writeRecording(space)].join('');

describe('a recording', () => {
  test('is read unchanged', () => {
    const text = textOf(recorded());
    const { space, problems } = readRecording(text, 'run.jsonl');
    expect(problems).toEqual([]);
    expect(textOf(space)).toBe(text);
    expect(space.facts).toEqual({ width: 100, depth: 80, timeStepMillis: 50, timestep: 0 });
    expect(space.span).toEqual({ start: -1, end: 8 });
    for (const step of [-1, 0, 0.5, 4.5, 6]) {
      expect([...space.thingsAt(step)]).toEqual([...recorded().thingsAt(step)]);
    }
  });

  test('is recognised by its first line', () => {
    expect(isRecording(textOf(recorded()))).toBe(true);
    expect(isRecording('<environment/>')).toBe(false);
    expect(() => readRecording('<environment/>', 'a.xml')).toThrow(/a\.xml: expected a recording/);
    expect(() => readRecording('{"format":"crsim-recording","version":9}\n', 'a')).toThrow(
      /a:1: version: expected 1, got 9/,
    );
  });

  test('with damaged lines is read without them, and reports their places', () => {
    const lines = textOf(recorded()).split('\n');
    lines.splice(4, 0, 'torn', '{"objectName":"ghost","timestep":1,"x":1,"y":1,"z":1,"orientation":0}', '{"a":1}');
    const { space, problems } = readRecording(lines.join('\n'), 'run');
    expect(space.names).toHaveLength(OBJECTS.length);
    expect(problems).toEqual([
      'run:5: invalid JSON',
      'run:6: update of the unknown object "ghost"',
      'run:7: expected an object or an update',
    ]);
  });

  test('that ends in the middle of a line is read up to there', () => {
    const text = textOf(recorded());
    const { space, problems } = readRecording(text.slice(0, -40), 'run');
    expect(space.span.end).toBe(5);
    expect(problems).toHaveLength(1);
  });

  test('without an object is refused, and many problems are counted', () => {
    const head = '{"format":"crsim-recording","version":1}\n';
    expect(() => readRecording(head, 'run')).toThrow('run: it contains no object');
    const { problems } = readRecording(`${head}${JSON.stringify(CRATE)}\n${'x\n'.repeat(20)}`, 'run');
    expect(problems).toHaveLength(6);
    expect(problems[5]).toBe('and 15 more lines were ignored');
  });
});
