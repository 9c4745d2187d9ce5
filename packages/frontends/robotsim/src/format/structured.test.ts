import { describe, expect, test } from '@jest/globals';
import { problemsOf, readFiles, readText } from '../../test/config-files.js';
import type { NekoConfig } from './config.js';

const SET = { kind: 'set', place: { file: '--set' } } as const;

function values(config: NekoConfig, key: 'obstacles' | 'objects' | 'faults'): unknown[] {
  return config.structured(key).map(({ value }) => value);
}

describe('obstacles', () => {
  test('are lists in properties', async () => {
    const config = await readText(
      `obstacle10 = disc, 1, 2, 3
obstacle2 = segment, 0, 0, 1, 1
obstacle3 = polyline, 0,0, 1,0, 1,1
obstacle4 = bitmap, maze.png, 5, 6, 0.1
obstacle5 = bitmap, maze.png
obstacle1 = box, -1, -2, 3, 4
bornpoint.random = true`,
    );
    expect(problemsOf(config)).toEqual([]);
    expect(values(config, 'obstacles')).toEqual([
      { kind: 'box', x: -1, y: -2, width: 3, height: 4 },
      { kind: 'segment', a: { x: 0, y: 0 }, b: { x: 1, y: 1 } },
      {
        kind: 'polyline',
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
          { x: 1, y: 1 },
        ],
      },
      { kind: 'bitmap', file: 'maze.png', x: 5, y: 6, metresPerPixel: 0.1 },
      { kind: 'bitmap', file: 'maze.png', x: 0, y: 0, metresPerPixel: 1 },
      { kind: 'disc', x: 1, y: 2, radius: 3 },
    ]);
    expect(config.structured('obstacles')[1]!.place).toEqual({ file: 'run.config', line: 2, column: 1 });
  });

  test('are maps in YAML, alone or in a list', async () => {
    const config = await readText(
      `bornpoint.random: true
obstacle1: { kind: disc, x: 1, y: 2, radius: 3, name: pillar }
obstacle2: [box, 0, 0, 1, 1]
obstacles:
  - kind: polygon
    points: [[0, 0], { x: 1, y: 0 }, '0, 1']
  - { kind: bitmap, file: maze.png, beyond: dark, maxBrightness: 60 }
`,
      'x.yaml',
    );
    expect(problemsOf(config)).toEqual([]);
    expect(values(config, 'obstacles')).toEqual([
      { kind: 'disc', x: 1, y: 2, radius: 3, name: 'pillar' },
      { kind: 'box', x: 0, y: 0, width: 1, height: 1 },
      {
        kind: 'polygon',
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
          { x: 0, y: 1 },
        ],
      },
      { kind: 'bitmap', file: 'maze.png', x: 0, y: 0, metresPerPixel: 1, beyond: 'dark', maxBrightness: 60 },
    ]);
    expect(config.structured('obstacles')[3]!.place).toEqual({ file: 'x.yaml', line: 7, column: 5 });
  });

  test('may be in a file of their own, to which paths in it are relative', async () => {
    const config = await readFiles({
      'runs/main.config': 'obstacles = maps/maze.yaml\nobjects = lamps.json\nbornpoint.random = true',
      'maps/maze.yaml': 'obstacles:\n  - { kind: bitmap, file: maze.png }',
      'lamps.json': '[{"x": 1, "y": 2, "light": 3}]',
    });
    expect(problemsOf(config)).toEqual([]);
    expect(config.structured('obstacles')).toEqual([
      {
        value: { kind: 'bitmap', file: 'maze.png', x: 0, y: 0, metresPerPixel: 1 },
        place: { file: 'runs/maps/maze.yaml', line: 2, column: 5 },
        from: 'runs/maps/maze.yaml',
      },
    ]);
    expect(values(config, 'objects')).toEqual([{ x: 1, y: 2, light: 3 }]);
    expect(config.entries().find(({ key }) => key === 'obstacles')!.value).toBe('maps/maze.yaml');
  });

  test('that are invalid are reported one by one with their places', async () => {
    const config = await readText(
      `bornpoint.random: true
obstacles:
  - { kind: box, x: 0, y: 0, width: -1, hight: 3 }
  - { kind: ball }
  - { x: 1 }
  - just words
  - { kind: polygon, points: [[0, 0], [1, a]] }
`,
      'x.yaml',
    );
    expect(problemsOf(config)).toEqual([
      'x.yaml:3:5: obstacles[0].height: expected a number above 0 (m), got nothing',
      'x.yaml:3:37: obstacles[0].width: expected a number above 0 (m), got "-1"',
      "x.yaml:3:41: obstacles[0]: unknown field 'hight'; did you mean 'height'?",
      'x.yaml:4:7: obstacles[1].kind: expected segment, polyline, polygon, box, disc or bitmap, got "ball"',
      'x.yaml:5:5: obstacles[2].kind: expected segment, polyline, polygon, box, disc or bitmap, got nothing',
      'x.yaml:6:5: obstacles[3].kind: expected segment, polyline, polygon, box, disc or bitmap, got "just words"',
      'x.yaml:7:39: obstacles[4].points[1]: expected a point such as 10, 20 (m), got "1, a"',
    ]);
    expect(config.structured('obstacles')).toEqual([]);
  });

  test('reports a missing file, and a file without a list', async () => {
    const missing = await readText('obstacles = gone.yaml\nbornpoint.random = true');
    expect(problemsOf(missing)).toEqual(['run.config:1:13: obstacles = "gone.yaml" cannot be read: no such file']);
    const strange = await readFiles({ 'a.config': 'faults = b.yaml', 'b.yaml': 'seed: 1' });
    expect(problemsOf(strange)).toEqual([
      'b.yaml:1:1: faults: expected a list of maps, or the name of a file with one, got an object with seed',
    ]);
  });

  test('can be set: JSON at once, YAML and files after load', async () => {
    const config = await readFiles({ 'a.config': 'bornpoint.random = true', 'b.yaml': '[{x: 5, y: 6}]' });
    config.set('objects', '[{"x": 1, "y": 2}]', SET);
    expect(values(config, 'objects')).toEqual([{ x: 1, y: 2 }]);
    config.set('objects', '[{x: 3, y: 4}]', SET);
    expect(problemsOf(config)).toEqual(['--set: the file of objects has not been read']);
    await config.load();
    expect(problemsOf(config)).toEqual([]);
    expect(values(config, 'objects')).toEqual([{ x: 3, y: 4 }]);
    config.set('objects', 'b.yaml', SET);
    await config.load();
    expect(values(config, 'objects')).toEqual([{ x: 5, y: 6 }]);
  });
});

describe('large lists', () => {
  test('in JSON are parsed at once', async () => {
    const discs = Array.from({ length: 4000 }, (_, i) => ({ kind: 'disc', x: i, y: 0, radius: i === 1234 ? 0 : 1 }));
    const config = await readFiles({
      'a.config': 'bornpoint.random = true\nobstacles = b.json',
      'b.json': JSON.stringify(discs),
    });
    expect(problemsOf(config)).toEqual([
      'b.json: obstacles[1234].radius: expected a number above 0 and at most 1,048,576 (m), got "0"',
    ]);
    expect(config.structured('obstacles')).toHaveLength(3999);
  });
});

describe('objects and faults', () => {
  test('objects are lists or maps', async () => {
    const config = await readText(
      'object1 = 1, 2\nobject2 = 1, 2, 3, lamp, 4, 5, true\nobject3 = 0, 0, , tag\nbornpoint.random = true',
    );
    expect(problemsOf(config)).toEqual([]);
    expect(values(config, 'objects')).toEqual([
      { x: 1, y: 2 },
      { x: 1, y: 2, size: 3, tag: 'lamp', heat: 4, light: 5, solid: true },
      { x: 0, y: 0, tag: 'tag' },
    ]);
  });

  test('faults are plain data', async () => {
    const config = await readText(
      `process.num: 3
faults:
  - { kind: crash, at: 10, process: 1 }
  - kind: partition
    at: 5
    until: 8
    groups: [[0], [1, 2]]
  - { kind: loss, at: 0, probability: 0.1, links: { from: [0], bothWays: true } }
`,
      'x.yaml',
    );
    expect(problemsOf(config)).toEqual([]);
    expect(values(config, 'faults')).toEqual([
      { kind: 'crash', at: 10, process: 1 },
      { kind: 'partition', at: 5, until: 8, groups: [[0], [1, 2]] },
      { kind: 'loss', at: 0, probability: 0.1, links: { from: [0], bothWays: true } },
    ]);
  });

  test('reports an invalid fault', async () => {
    const config = await readText('faults: [{ kind: loss, at: -1, propability: 1 }]', 'x.yaml');
    expect(problemsOf(config)).toEqual([
      'x.yaml:1:10: faults[0].probability: expected a number from 0 to 1, got nothing',
      'x.yaml:1:28: faults[0].at: expected a number of at least 0 (s), got "-1"',
      "x.yaml:1:32: faults[0]: unknown field 'propability'; did you mean 'probability'?",
    ]);
  });
});
