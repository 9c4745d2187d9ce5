/** Each format, well-formed and malformed: files are refused with their line, never with an exception. */
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { describeProblem, InputError } from '@kineko/formats/problem';
import fc from 'fast-check';
import { planFormatOf } from '../src/format/files.js';
import { readBuilding } from '../src/format/building.js';
import { auditOf, DATA, planOf, planOfText } from './kit.js';

const MAP = 'type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n';
const OUTPUT = {
  actionModel: 'MAPF_T',
  version: '2024 LoRR',
  teamSize: 1,
  start: [[0, 0, 'E']],
  actualPaths: ['F,R,F'],
  events: [[3, 0, 0, 1]],
  tasks: [[0, 0, [1, 1]]],
};
const SECTION = '<section start_i="0" start_j="0" goal_i="0" goal_j="1" duration="1"/>';
const ccbs = (sections: string): string =>
  `<root>\n<agent start_i="0" start_j="0" goal_i="0" goal_j="1"/>\n<log>\n<agent number="0"><path>\n${sections}\n</path></agent></log></root>`;

async function problemsOf(...given: Parameters<typeof planOfText>): Promise<string[]> {
  const scenario = await planOfText(...given);
  return (await scenario.problems()).map(describeProblem);
}

const MALFORMED: readonly (readonly [what: string, text: string, path: string, problem: string])[] = [
  ['a short row', MAP.replace('.@.', '.@'), 'a.map', 'a.map:5:1: row 0: expected 3 characters, got 2'],
  ['a missing row', MAP.replace('...\n', ''), 'a.map', 'a.map:5:1: expected 2 rows of 3 characters, got 4 bytes'],
  [
    'an unknown square',
    MAP.replace('@', 'x'),
    'a.map',
    'a.map:5:2: row 0, column 1: expected one of .GSE@OTW, got "x"',
  ],
  ['a huge map', MAP.replace('2', '999999999'), 'a.map', 'a.map:5:1: expected 999999999 rows of 3 characters'],
  ['a row too many', `${MAP}...\n`, 'a.map', 'a.map:7:1: expected the end of the file after 2 rows'],
  ['a scenario without tabs', 'version 1\n0\tm.map 3\n', 'a.scen', 'a.scen:2:10: expected a tab'],
  [
    'a start outside',
    'version 1\n0\tm\t3\t2\t3\t0\t0\t0\t1\n',
    'a.scen',
    'agent 0: expected a start and a goal within 3 × 2 cells',
  ],
  [
    'a jump',
    'Agent 0:(0,0)->(0,1)->\nAgent 1:(0,0)->(1,1)->\n',
    'a.txt',
    'a.txt:2:16: agent 1, step 1: expected a move to a neighbouring cell, got (0,0) to (1,1)',
  ],
  [
    'header lines in another order',
    'type octile\nwidth 3\nheight 1\nmap\n...\n',
    'a.map',
    'a.map:2:1: expected "height", got "width 3"',
  ],
  ['a map without rows', MAP.replace('2', '0'), 'a.map', 'a.map:2:8: expected an integer from 1, got "0"'],
  ['a time before 0', 'Agent 0:(0,0,-1)->(1,0,1)', 'a.txt', 'a.txt:1:9: t: expected a time from 0 to 2^31 s, got -1'],
  [
    'a move that is too fast',
    'Agent 0:(0,0,0)->(1,0,1e-10)',
    'a.txt',
    'a.txt:1:18: agent 0: expected a speed of at most 2^30, got a move in 1e-10 s',
  ],
  ['text after the JSON', `${JSON.stringify(OUTPUT)} x`, 'a.json', 'expected the end of the file, got "x"'],
  ['a column twice', 't,x,agent,x,y\n0,0,a,0,0\n', 'a.csv', 'a.csv:1:1: duplicate column "x"'],
  ['no agent', 't,agent,x,y\n0,,0,0\n', 'a.csv', 'a.csv:2:3: agent: expected a number or a name, got nothing'],
  [
    'two sections that are invalid, after text that is not ASCII',
    ccbs(`<!-- é -->\n${SECTION.replace('"1"/', '"one"/')}\n${SECTION.replace('"0"', '"NaN"')}`),
    'a.xml',
    'a.xml:6:1: duration: expected a finite number, got "one"\na.xml:7:1: start_i: expected a finite number, got "NaN"',
  ],
  [
    'a map of CCBS without sizes',
    '<root><map><grid><row>0 0</row></grid></map></root>',
    'a.xml',
    'a.xml:1:26: expected <width> and <height>',
  ],
  [
    'a point without an end',
    'Agent 0:(0,0)->(0,',
    'a.txt',
    'a.txt:1:19: expected an integer, got "the end of the file"',
  ],
  [
    'an agent without points',
    'Agent 0:(0,0)->\nAgent 1:\n',
    'a.txt',
    'a.txt:2:9: agent 1: expected at least one point, got none',
  ],
  [
    'a time that returns',
    'A:(0,0,0)->(0,1,2.5)->(0,2,2)->',
    'a.txt',
    'a.txt:1:23: agent 0: expected a time after 2.5, got 2',
  ],
  [
    'an unknown action',
    JSON.stringify({ ...OUTPUT, actualPaths: ['F,X'] }, null, 1),
    'a.json',
    'agent 0, step 1: expected F, R, C, W or T, got "X"',
  ],
  [
    'a comma too many',
    JSON.stringify({ ...OUTPUT, actualPaths: ['F,'] }),
    'a.json',
    'agent 0, step 0: expected "," and an action',
  ],
  [
    'a start too few',
    JSON.stringify({ ...OUTPUT, start: [] }),
    'a.json',
    'expected one start for each path, and at least one agent, got 0 starts and 1 paths',
  ],
  [
    'an unknown heading',
    JSON.stringify({ ...OUTPUT, start: [[0, 0, 'Q']] }),
    'a.json',
    'start: expected a row, a column and E, S, W or N',
  ],
  [
    'an output of 2026',
    JSON.stringify({ ...OUTPUT, version: '2026 LoRR' }),
    'a.json',
    'expected an output of 2023 or 2024, got "2026 LoRR"; its robots are squares',
  ],
  ['a truncated output', JSON.stringify(OUTPUT).slice(0, 120), 'a.json', 'a.json:1:'],
  [
    'deep nesting',
    `{"actionModel":"MAPF_T","x":${'['.repeat(99999)}`,
    'a.json',
    'expected at most 32 levels of nesting',
  ],
  [
    'a section elsewhere',
    ccbs(SECTION + SECTION),
    'a.xml',
    'a.xml:5:70: agent 0: expected a section from (0, 1), got one from (0, 0)',
  ],
  [
    'a negative duration',
    ccbs(SECTION.replace('"1"/>', '"-1"/>')),
    'a.xml',
    'a.xml:5:1: duration: expected 0 or more, got -1',
  ],
  [
    'a duration that is no number',
    ccbs(SECTION.replace('"1"/>', '"nan"/>')),
    'a.xml',
    'a.xml:5:1: duration: expected a finite number, got "nan"',
  ],
  ['an open element', ccbs(SECTION).replace('</log>', ''), 'a.xml', 'unexpected </root>'],
  ['a document type', `<root><!DOCTYPE x>${ccbs('')}`, 'a.xml', 'expected no document type'],
  [
    'a short row of a grid',
    '<root><map><width>2</width><height>1</height><grid>\n<row>0</row></grid></map></root>',
    'a.xml',
    'a.xml:2:7: row 0: expected 2 cells, got 1',
  ],
  [
    'a node without a place',
    '<graphml><graph><node id="n0">\n<data>1</data></node></graph></graphml>',
    'a.xml',
    'a.xml:2:8: expected a place as 70,182, got "1"',
  ],
  ['NaN', 't,agent,x,y\n0,a,0,0\n1,a,NaN,0\n', 'a.csv', 'a.csv:3:5: x: expected a finite number, got "NaN"'],
  [
    'a duplicate time',
    't,agent,x,y\n0,a,0,0\n0,a,1,0\n',
    'a.csv',
    'a.csv:3:1: agent 0: expected one place at t = 0, got two: a jump',
  ],
  [
    'a time that descends',
    't,agent,x,y\n1,a,0,0\n0,a,1,0\n',
    'a.csv',
    'a.csv:3:1: agent 0: expected a time after 1, got 0',
  ],
  ['a missing column', 't,agent,x\n0,a,0\n', 'a.csv', 'a.csv:1:1: expected a header with the columns t, agent, x, y'],
  ['a missing field', 't,agent,x,y\n0,a,0\n', 'a.csv', 'a.csv:2:6: expected 4 fields, got 3'],
  ['a field too many', 't,agent,x,y\n0,a,0,0,7\n', 'a.csv', 'a.csv:2:8: expected 4 fields, got more: ,7'],
  [
    'a place too far',
    't,agent,x,y\n0,a,2e9,0\n',
    'a.csv',
    'a.csv:2:1: x: expected a coordinate from -2^30 to 2^30, got 2000000000',
  ],
  [
    'a speed too high',
    't,agent,x,y\n0,a,0,0\n1e-9,a,9,0\n',
    'a.csv',
    'a.csv:3:1: agent 0: expected a speed of at most 2^30',
  ],
  ['no rows', 't,agent,x,y\n', 'a.csv', 'expected at least one row after the header, got none'],
  [
    'another radius',
    't,agent,x,y,radius\n0,a,0,0,1\n1,a,0,0,2\n',
    'a.csv',
    'a.csv:3:1: radius: expected 1, as before, got 2',
  ],
  [
    'a sample of fewer agents',
    '0 (0,0) (1,1)\n1 (0,0)\n',
    'a.txt',
    'a.txt:2:1: expected a time and the places of 2 agents, got 3 numbers',
  ],
  ['half a place', '0 (0,0) (1\n', 'a.txt', 'a.txt:1:1: expected a time and two for each agent, got 4 numbers'],
  [
    'locations without a map',
    '3\n1\n2\n3\n',
    'a.agents',
    'a.agents:1: expected the map of these locations; name it with --map',
  ],
];

describe('malformed files', () => {
  test.each(MALFORMED)('%s is refused', async (_what, text, path, problem) => {
    const found = await problemsOf(text, path, { 'plan.order': 'xy' });
    expect(found.join('\n')).toContain(problem);
    const scenario = await planOfText(text, path, { 'plan.order': 'xy' });
    await expect(scenario.audit('it')).rejects.toThrow(InputError);
    await expect(scenario.open({ seed: 1 })).rejects.toThrow(InputError);
  });

  test('a missing map is refused, with the file that names it', async () => {
    expect(await problemsOf('Agent 0:(0,0)->', 'a.txt', { 'plan.map': 'none.map' })).toEqual([
      expect.stringContaining('a.txt: names the file "none.map"'),
    ]);
    const problem = JSON.stringify({ mapFile: 'none.map', agentFile: 'a.agents', taskFile: 'a.tasks' });
    expect(await problemsOf(problem, 'a.json')).toEqual([expect.stringContaining('names the file "none.map"')]);
  });

  test('gzip data that are damaged or compressed twice are refused', async () => {
    const bytes = gzipSync('t,agent,x,y\n0,a,0,0\n');
    expect(await problemsOf(bytes.subarray(0, 20), 'a.csv.gz')).toEqual([
      expect.stringContaining('a.csv.gz:1: expected gzip data'),
    ]);
    expect(await problemsOf(gzipSync(bytes), 'a.csv.gz')).toEqual([
      expect.stringContaining('expected one layer of compression, got two'),
    ]);
  });

  test('any part of a file is read or refused', async () => {
    const texts = [
      MAP,
      JSON.stringify(OUTPUT),
      ccbs(SECTION),
      't,agent,x,y\n0,a,0,0\n4,a,1,0\n',
      'Agent 0:(0,0)->(0,1)->\n',
    ];
    const names = ['a.map', 'a.json', 'a.xml', 'a.csv', 'a.txt'];
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.nat(300), fc.nat(255), async (which, at, byte) => {
        const bytes = new TextEncoder().encode(texts[which]);
        bytes[at % bytes.length] = byte;
        const scenario = await planOfText(bytes, names[which], { 'plan.order': 'xy' });
        for (const { severity, text } of await scenario.problems()) {
          expect([severity, text]).toEqual([expect.stringMatching(/error|warning/), expect.any(String)]);
        }
      }),
      { numRuns: 400, seed: 5 },
    );
  });
});

describe('formats', () => {
  const steps = 'Agent 0:(0,0)->(0,0)->(1,0)->(2,0)->\n\nAgent 1:(0,1)->(0,1)';

  test('line breaks of Windows and a missing last one are fine', async () => {
    expect(await problemsOf(MAP.replaceAll('\n', '\r\n').trimEnd(), 'a.map')).toEqual([]);
    const scenario = await planOfText(`\ufeff${steps.replaceAll('\n', '\r\n')}`, 'a.txt', { 'plan.order': 'xy' });
    expect(await auditOf(scenario)).toMatchObject({ agents: 2, steps: 3, moves: 2, sumOfCosts: 3, isClean: true });
  });

  test('the order of points is decided by the scenario, then by the map', async () => {
    const others = {
      'a.map': 'type octile\nheight 3\nwidth 3\nmap\n..@\n...\n...\n',
      'a.scen': 'version 1.0\n0\ta.map\t3\t3\t0\t0\t2\t0\t2\n0\ta.map\t3\t3\t0\t1\t0\t1\t0\n',
    };
    const of = (settings: Record<string, string>) => planOfText(steps, 'a.txt', settings, others);
    expect(await auditOf(await of({ 'plan.scen': 'a.scen' }))).toMatchObject({ goals: { reached: 2, of: 2 } });
    // By the map alone, (0,1) must be the second column of the first row.
    expect((await auditOf(await of({ 'plan.map': 'a.map' })))['leastDistanceAt']).toMatchObject({
      places: [
        [0, 0],
        [1, 0],
      ],
    });
    expect((await (await of({})).problems())[0]!.text).toContain('expected --order xy or --order rc');
  });

  test('a blocked step is counted, and touches the square', async () => {
    const output = JSON.stringify({ ...OUTPUT, actualPaths: ['F,F'] });
    const found = await auditOf(await planOfText(output, 'a.json', { 'plan.map': 'a.map' }, { 'a.map': MAP }));
    expect(found).toMatchObject({ isClean: false, stepsOnObstacleOrOutside: 1, obstacleContacts: 1, contacts: 0 });
    expect(found.text).toContain('square at column 1, row 0');
  });

  test('turns take a step, and events are compared with places', async () => {
    const found = await auditOf(await planOfText(JSON.stringify(OUTPUT), 'a.json'));
    expect(found).toMatchObject({ moves: 2, turns: 1, steps: 3, events: 1, tasksFinished: 1 });
    const of2023 = {
      ...OUTPUT,
      version: undefined,
      events: [
        [
          [0, 0, 'assigned'],
          [0, 3, 'finished'],
        ],
      ],
      tasks: [[0, 1, 1]],
    };
    expect(await auditOf(await planOfText(JSON.stringify(of2023), 'a.json'))).toMatchObject({
      events: 1,
      eventsWhereAgentStandsOnErrand: 1,
      tasksFinished: 1,
    });
  });

  test('points with times are a plan of their own speed', async () => {
    const found = await auditOf(
      await planOfText('A:(0,0,0)->(1,0,2.5)->\nB:(1,0,0)->(1,0,1)->(1,1,4)', 'a.txt', { 'plan.order': 'xy' }),
    );
    expect(found).toMatchObject({ agents: 2, makespan: 4, contacts: 1 });
    expect(found['steps']).toBeUndefined();
  });

  test('the durations of a log are summed exactly', async () => {
    const section = (from: number, duration: number): string =>
      `<section start_i="0" start_j="${from}" goal_i="0" goal_j="${from + 1}" duration="${duration}"/>`;
    const log = ccbs(Array.from({ length: 10 }, (_, k) => section(k, 0.1)).join('\n'));
    expect(await auditOf(await planOfText(log, 'a.xml'))).toMatchObject({
      makespan: 1,
      agents: 1,
      leastDistance: null,
    });
  });

  test('an agent of a log may rest, on a grid and on a roadmap', async () => {
    expect(await auditOf(await planOfText(ccbs(''), 'a.xml'))).toMatchObject({ agents: 1, makespan: 0 });
    const onRoadmap = ccbs('').replace(/start_i.*?\/>/, 'start_id="1" goal_id="1"/>');
    expect(await problemsOf(onRoadmap, 'a.xml')).toEqual([expect.stringContaining('name its roadmap with --map')]);
    const roadmap = '<graphml><node id="a"><data>1,2</data></node><node id="b"><data>3,4</data></node></graphml>';
    const scenario = await planOfText(onRoadmap, 'a.xml', { 'plan.map': 'r.xml' }, { 'r.xml': roadmap });
    expect(await auditOf(scenario)).toMatchObject({ agents: 1, goals: { reached: 1, of: 1 } });
  });

  test('a diagonal past a blocked corner touches it', async () => {
    const map = '<root><map><width>2</width><height>2</height><grid><row>0 1</row><row>0 0</row></grid></map></root>';
    const log = ccbs('<section start_i="0" start_j="0" goal_i="1" goal_j="1" duration="1.4142135623730951"/>');
    const found = await auditOf(await planOfText(log, 'a.xml', { 'plan.map': 'm.xml' }, { 'm.xml': map }));
    expect(found).toMatchObject({ isClean: false, obstacleContacts: 1 });
  });

  test('trajectories have columns in any order, names, radii, and may be compressed', async () => {
    const text = 'radius,agent,y,x,t\n0.25,left,0,-2,0\n0.5,right,0.5,2,0\n0.25,left,0,2,4\n0.5,right,0.5,-2,4\n';
    const found = await auditOf(await planOfText(gzipSync(text), 'a.csv.gz'));
    expect(found).toMatchObject({ contacts: 1, names: ['left', 'right'], radiiDiffer: true, leastDistance: 0.5 });
    expect(found.text).toContain('contact left–right');
    expect(found['pairsOnlyBetweenSamples']).toBe(1);
  });

  test('a radius of the user applies to all robots', async () => {
    const text = 't,agent,x,y,radius\n0,a,0,0,1\n0,b,3,0,1\n';
    expect(await auditOf(await planOfText(text, 'a.csv'))).toMatchObject({ radius: 1, contacts: 0 });
    expect(await auditOf(await planOfText(text, 'a.csv', { 'plan.radius': '2' }))).toMatchObject({
      radius: 2,
      contacts: 1,
    });
  });

  test('near pairs are those within a distance', async () => {
    const text = 'Agent 0:(0,0)->(1,0)->\nAgent 1:(3,0)->(3,0)->\nAgent 2:(9,0)->\n';
    const near = async (within: string) =>
      (await auditOf(await planOfText(text, 'a.txt', { 'plan.order': 'xy', 'plan.within': within })))['nearPairs'];
    expect(await near('0')).toEqual([]);
    expect(await near('2')).toEqual([]);
    expect(await near('2.5')).toEqual([{ pair: [0, 1], distance: 2, time: 1 }]);
    expect(await near('50')).toHaveLength(3);
  });

  test('the print-out of RVO2 is read with and without brackets', async () => {
    const brackets = await auditOf(
      await planOfText('0 (0,0) (4,1)\n1 (4,0) (0,1)\n', 'a.txt', { 'plan.radius': '0.6' }),
    );
    const plain = await auditOf(await planOfText('0 0 0 4 1\n1 4 0 0 1\n', 'b.txt', { 'plan.radius': '0.6' }));
    expect(plain.list).toEqual(brackets.list);
    expect(plain).toMatchObject({ contacts: 1, leastDistance: 1 });
  });

  test('the lines of an RVO2 print-out are not joined if they end with carriage returns alone', async () => {
    const text = '0 (0,0) (4,1)\n1 (4,0) (0,1)\n';
    expect(await problemsOf(text.replaceAll('\n', '\r\n'), 'a.txt', { 'plan.radius': '0.6' })).toEqual([]);
    expect(await problemsOf(text.replaceAll('\n', '\r'), 'a.txt', { 'plan.radius': '0.6' })).toEqual([
      expect.stringMatching(/^a\.txt:1:14: expected a finite number, got /),
    ]);
  });

  test('a slack is a second result, which decides', async () => {
    const text = '0 (0,0) (4,1)\n1 (4,0) (0,1)\n';
    const found = await auditOf(await planOfText(text, 'a.txt', { 'plan.radius': '0.501', 'plan.slack': '0.002' }));
    expect(found).toMatchObject({ isClean: true, contacts: 1, withSlack: { contacts: 0, slack: 0.002 } });
  });

  test('a slack above the radius of a robot leaves a point', async () => {
    const text = 't,agent,x,y,radius\n0,0,0,0,0.125\n4,0,4,0,0.125\n0,1,4,0,1\n4,1,0,0,1\n';
    const found = await auditOf(await planOfText(text, 'a.csv', { 'plan.slack': '0.5' }));
    expect(found).toMatchObject({ withSlack: { contacts: 1, first: { time: 1.75 }, deepest: { overlap: 0.5 } } });
  });

  test('a length of cells is reported as without effect off the grid', async () => {
    const text = 't,agent,x,y\n0,0,0,0\n4,0,4,0\n';
    const problems = (cell: string) => problemsOf(text, 'a.csv', { 'plan.radius': '0.5', 'plan.cell': cell });
    expect(await problems('1')).toEqual([]);
    expect(await problems('0.5')).toEqual([
      'a.csv: warning: plan.cell: expected 1 for a plan off the grid, got 0.5: it has no effect; a cell of a map is 1 m',
    ]);
  });

  test('cells and steps have lengths and durations', async () => {
    const text = 'Agent 0:(0,0)->(1,0)->\nAgent 1:(0,1)->(0,0)->\n';
    const found = await auditOf(
      await planOfText(text, 'a.txt', { 'plan.order': 'xy', 'plan.cell': '2', 'plan.step': '3', 'plan.radius': '0.8' }),
    );
    expect(found).toMatchObject({ contacts: 1, leastDistance: Math.SQRT2, makespan: 3, leastDistanceSquared: '2' });
    expect(found['leastDistanceAt']).toMatchObject({
      time: 1.5,
      places: [
        [0.5, 0],
        [0, 0.5],
      ],
    });
  });

  test('a large radius is audited too', async () => {
    const text = 'Agent 0:(0,0)->(1,0)->\nAgent 1:(30,0)->(29,0)->\n';
    const found = await auditOf(await planOfText(text, 'a.txt', { 'plan.order': 'xy', 'plan.radius': '14.5' }));
    expect(found).toMatchObject({ contacts: 1, leastDistance: 28, isClean: false, vertexConflicts: 0 });
  });

  test.each([
    // Half of 18 cells, and the next double.
    ['0.05', '0.45', 0],
    ['0.05', '0.45000000000000007', 1],
    ['0.9', '8.1', 0],
    ['0.9', '8.100000000000001', 1],
  ])('a large radius is compared exactly: cells of %s m, radius %s', async (cell, radius, contacts) => {
    const text = 'Agent 0:(0,0)->\nAgent 1:(18,0)->\n';
    const settings = { 'plan.order': 'xy', 'plan.cell': cell, 'plan.radius': radius };
    expect(await auditOf(await planOfText(text, 'a.txt', settings))).toMatchObject({ contacts });
  });

  test('a building has walls, lanes and robots', async () => {
    const vertices = '[[0, 0, 0, a], [10, 0, 0, b, {spawn_robot_name: [1, r]}], [10, 10, 0, c]]';
    const level = `{vertices: ${vertices}, lanes: [[0, 1, {bidirectional: [4, true]}]], walls: [[1, 2, {}]], measurements: [[0, 1, {distance: [3, 5]}]]}`;
    const read = (text: string, name?: string) => readBuilding(new TextEncoder().encode(text), 'a.building.yaml', name);
    const { content, problems } = await read(`levels:\n  L1: ${level}\n`);
    expect(problems).toEqual([]);
    expect(content).toEqual({
      roadmap: {
        nodes: [
          [0, -0],
          [5, -0],
          [5, -5],
        ],
        edges: [{ from: 0, to: 1, isTwoWay: true }],
      },
      walls: [{ ax: 5, ay: -0, bx: 5, by: -5 }],
      places: [[5, -0]],
    });
    expect((await read(`levels:\n  L1: ${level}\n  L2: {}\n`)).problems[0]!.text).toContain(
      'a level (--level): L1, L2',
    );
    const broken = await read(`levels:\n  L1: ${level.replace('[1, 2, {}]', '[1, 9, {}]')}\n`);
    expect(broken.problems.map(({ place, text }) => [place?.line, text])).toEqual([
      [2, 'levels.L1.walls[0]: expected two vertices from 0 to 2'],
    ]);
  });

  test('files are recognised by their content', () => {
    const formatOf = (file: string): string | undefined =>
      planFormatOf(readFileSync(`${DATA}${file}`, 'utf8').slice(0, 4096), file);
    expect(formatOf('own/warren-24.map')).toBe('map');
    expect(formatOf('own/warren-24.scen')).toBe('scen');
    expect(formatOf('lorr/random_32_32_20_100.json')).toBe('league-problem');
    expect(formatOf('lorr/tasks/random_32_32_20.tasks')).toBe('league-tasks');
    expect(formatOf('ccbs/config.xml')).toBe('ccbs');
    expect(formatOf('ccbs/sparse-roadmap.xml')).toBe('graphml');
    for (const other of ['process.num = 3\n', '<simulation/>', '{"children": []}', '1,2,3\n', '']) {
      expect(planFormatOf(other, 'a.txt')).toBeUndefined();
    }
  });
});

test('a problem alone is valid, but cannot be checked or run', async () => {
  const scenario = await planOf('own/warren-24.scen');
  expect(await scenario.problems()).toEqual([]);
  await expect(scenario.audit('it')).rejects.toThrow('name its plan with --plan');
  await expect(scenario.open({ seed: 1 })).rejects.toThrow('name its plan with --plan');
  const withPlan = await planOf('own/warren-24.scen', { 'plan.file': 'own/warren-24.paths.txt' });
  expect(await auditOf(withPlan)).toMatchObject({ isClean: true, goals: { reached: 56, of: 56 } });
});
