import { describe, expect, test } from '@jest/globals';
import { describePlace } from '@kineko/formats/problem';
import { placesIn } from '@kineko/formats/text';
import { data, ValueReader } from '@kineko/run/settings';
import { flatten } from './flatten.js';
import { readYaml } from './yaml.js';

async function read(text: string): Promise<{ entries: Record<string, unknown>; places: string[]; problems: string[] }> {
  const problems: string[] = [];
  const complain = (place: Parameters<typeof describePlace>[0], what: string): void =>
    void problems.push(`${describePlace(place)}: ${what}`);
  const raw = await readYaml(text, placesIn(text, 'x.yaml'), complain);
  const entries = raw?.kind === 'map' ? flatten(raw, complain) : [];
  return {
    entries: Object.fromEntries(
      entries.map(({ key, value }) => [key, data.read(value, { type: 'data' }, new ValueReader(key, complain))]),
    ),
    places: entries.map(({ place, value }) => `${describePlace(place)} ${describePlace(value.place)}`),
    problems,
  };
}

describe('YAML and JSON', () => {
  test('maps and keys with dots are equivalent at any level', async () => {
    const { entries, problems } = await read('robot:\n  size: 5\n  turn.shorter: true\nnetwork.range: { reach: 10 }\n');
    expect(problems).toEqual([]);
    expect(entries).toEqual({ 'robot.size': 5, 'robot.turn.shorter': true, 'network.range.reach': 10 });
  });

  test('reads JSON in the same way', async () => {
    const { entries } = await read('{"robot": {"size": 5, "tag": "1"}, "network": ["A", "B"], "x": null}');
    expect(entries).toEqual({ 'robot.size': 5, 'robot.tag': '1', network: ['A', 'B'], x: null });
  });

  test('a key with a value and keys below it has its value in `value`', async () => {
    const { entries } = await read('simulation: { value: true, time: 5 }\nparameter: { value: 3 }');
    expect(entries).toEqual({ simulation: true, 'simulation.time': 5, 'parameter.value': 3 });
  });

  test('keys and values have their places', async () => {
    const { places } = await read('robot:\n  size: 5\nseed: 3');
    expect(places).toEqual(['x.yaml:2:3 x.yaml:2:9', 'x.yaml:3:1 x.yaml:3:7']);
  });

  test('reports a repeated key with both places', async () => {
    expect((await read('seed: 1\nseed: 2')).problems).toEqual([
      'x.yaml:2:1: the key "seed" was already given on line 1',
    ]);
    expect((await read('robot.size: 1\nrobot: { size: 2 }')).problems).toEqual([
      'x.yaml:2:10: robot.size was already given at x.yaml:1:1',
    ]);
  });

  test('reports syntax errors with their places', async () => {
    const { problems } = await read('a: [1, 2\nb: 3');
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toMatch(/^x\.yaml:2:\d+: /);
  });

  test('resolves anchors and aliases', async () => {
    const { entries } = await read('a: &here [1, 2]\nb: *here');
    expect(entries).toEqual({ a: [1, 2], b: [1, 2] });
  });

  test('reports unknown aliases, merge keys and refused names', async () => {
    const { entries, problems } = await read('a: *nothing\n<<: { b: 1 }\n__proto__: { c: 1 }\nd: { constructor: 1 }');
    expect(entries).toEqual({});
    expect(problems).toEqual([
      'x.yaml:1:4: unknown alias *nothing: there is no &nothing before it',
      'x.yaml:2:1: << is not supported: write the keys, or include a file',
      'x.yaml:3:1: the key "__proto__" is refused',
      'x.yaml:4:6: the key "constructor" is refused',
    ]);
  });

  test('reads non-decimal numbers and the booleans of YAML 1.1 as texts', async () => {
    const { entries } = await read('a: 0x10\nb: .inf\nc: yes\nd: 1_000\ne: 1e3\nf: "5"');
    expect(entries).toEqual({ a: '0x10', b: '.inf', c: 'yes', d: '1_000', e: 1000, f: '5' });
  });

  test('reports a second document, a list as a key, and a tag', async () => {
    expect((await read('a: 1\n---\nb: 2\n---\nc: 3')).problems).not.toEqual([]);
    expect((await read('[a, b]: 1')).problems).toEqual(['x.yaml:1:1: expected a key that is a text and not empty']);
    expect((await read('a: !!js/function "x"')).problems[0]).toMatch(/^x\.yaml:1:4: Unresolved tag/);
  });
});
