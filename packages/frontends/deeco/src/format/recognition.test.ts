import { expect, test } from '@jest/globals';
import { isNekoLog } from '@kineko/formats/neko-log';
import { CONFIGS, LOGS, SMALL_LOG, textOf } from '../../test/files.js';
import { isDeecoScenario, isDeecoLog, isVisualization } from './recognition.js';

function kindsOf(head: string): string[] {
  const kinds = { log: isDeecoLog, visualization: isVisualization, scenario: isDeecoScenario, neko: isNekoLog };
  return Object.entries(kinds)
    .filter(([, recognises]) => recognises(head))
    .map(([kind]) => kind);
}

test('logs are recognised by their first lines, even if the map is longer than the excerpt', () => {
  for (const path of LOGS) {
    const text = textOf(path);
    expect(kindsOf(text.slice(0, 4096))).toEqual(['log']);
    expect(kindsOf(`\ufeff${text.slice(0, 4096).replaceAll('\n', '\r\n')}`)).toEqual(['log']);
  }
  expect(kindsOf(SMALL_LOG)).toEqual(['log']);
});

test('visualization files and scenarios are recognised by their root element', () => {
  for (const path of CONFIGS) expect(kindsOf(textOf(path))).toEqual(['visualization']);
  expect(kindsOf('\ufeff<?xml version="1.0"?>\r\n<!-- <visualization> --><simulation\ncycles="5"')).toEqual([
    'scenario',
  ]);
  expect(kindsOf('<simulation/>')).toEqual(['scenario']);
  // So that it is rejected for its problems, not as an unknown format.
  expect(kindsOf('<!DOCTYPE visualization SYSTEM "v.dtd"><visualization/>')).toEqual(['visualization']);
});

test.each([
  '',
  'null\n3\n',
  '1\n2\n3\n',
  '12.000 p1 Event: x\n',
  '<simulations/>',
  '<environment/>',
  '<!-- simulation',
  '{"a": 1}',
  'a = b',
])('%j is none of them', (head) => {
  expect(kindsOf(head).filter((kind) => kind !== 'neko')).toEqual([]);
});
