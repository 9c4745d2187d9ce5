import { describe, expect, test } from '@jest/globals';
import type { Origin } from '@kineko/run/settings';
import fc from 'fast-check';
import { printProperties, problemsOf, problemsOfText, readFiles, readText } from '../../test/config-files.js';
import { NekoConfig } from './index.js';
import type { Bandwidth } from './values/networks.js';
import type { Point } from './values/lists.js';
import type { ValueOf } from './keys/keys.js';

const SET: Origin = { kind: 'set', place: { file: '--set' } };

/** All the settings that the thesis's developer guide lists (6.1), with values. */
const THESIS = `
# Number of robots
process.num = 3
# Size
robot.size = 12
# Born points
bornpoint.random = false
bornpoint1 = 100, 100
bornpoint2 = 250.5, 80
bornpoint3 = 400,300.25
# Initializer
process.initilaizer = lse.neko.robotsim.RobotSimInitializer
# Animation
animation = true
animation.framerate = 30
animation.panel.width = 640
animation.panel.height = 480.5
animation.logpath = /home/user/logs/yourlogfile.log
# Ghost mode
ghost_mode = true
`;

describe('the configuration of the thesis', () => {
  test('is read as written, with a warning for its misspelt key only', async () => {
    const config = await readText(THESIS, 'robotsim.config');
    expect(problemsOf(config, { strict: true })).toEqual([
      'robotsim.config:12:1: warning: process.initilaizer is read as process.initializer',
    ]);
    expect(config.hasRobots).toBe(true);
    expect(config.get('process.num')).toBe(3);
    expect(config.of(2, 'robot.size')).toBe(12);
    expect(config.get('bornpoint.random')).toBe(false);
    expect([1, 2, 3].map((k) => config.get(`bornpoint${k}`))).toEqual([
      { x: 100, y: 100 },
      { x: 250.5, y: 80 },
      { x: 400, y: 300.25 },
    ]);
    expect(config.get('process.initializer')).toBe('lse.neko.robotsim.RobotSimInitializer');
    expect(config.get('animation')).toBe(true);
    expect(config.get('animation.framerate')).toBe(30);
    expect([config.get('world.width'), config.get('world.height')]).toEqual([640, 480.5]);
    expect(config.get('animation.logpath')).toBe('/home/user/logs/yourlogfile.log');
    expect(config.get('world.response')).toBe('none');
    expect(config.originOf('world.response')).toEqual(config.originOf('ghost_mode'));
  });

  test('is the same in YAML and in JSON', async () => {
    const yaml = `
process: { num: 3, initializer: lse.neko.robotsim.RobotSimInitializer }
robot.size: 12
bornpoint.random: false
bornpoint1: [100, 100]
bornpoint2: { x: 250.5, y: 80 }
bornpoint3: 400, 300.25
animation:
  value: true
  framerate: 30
  panel: { width: 640, height: 480.5 }
  logpath: /home/user/logs/yourlogfile.log
ghost_mode: true
`;
    const json = JSON.stringify({
      process: { num: 3, initializer: 'lse.neko.robotsim.RobotSimInitializer' },
      robot: { size: 12 },
      'bornpoint.random': false,
      bornpoint1: [100, 100],
      bornpoint2: [250.5, 80],
      bornpoint3: '400, 300.25',
      animation: { value: true, 'panel.width': 640, panel: { height: 480.5 } },
      'animation.framerate': 30,
      'animation.logpath': '/home/user/logs/yourlogfile.log',
      ghost_mode: true,
    });
    const texts = [];
    for (const config of [await readText(THESIS), await readText(yaml, 'x.yaml'), await readText(json, 'x.json')]) {
      expect(config.problems().filter(({ severity }) => severity === 'error')).toEqual([]);
      texts.push(printProperties(config.entries()));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toBe(texts[0]);
  });
});

describe('values', () => {
  test('are typed by the table', async () => {
    const config = await readText('');
    const processes: number = config.get('process.num');
    const isRandom: boolean = config.get('bornpoint.random');
    const networks: readonly string[] = config.get('network');
    const response: 'stop' | 'bounce' | 'none' = config.get('world.response');
    const point: Point | undefined = config.get('bornpoint1');
    const end: number | undefined = config.get('simulation.time');
    const bandwidth: Bandwidth | undefined = config.get('network.bandwidth');
    const size: number = config.of(0, 'robot.size');
    // @ts-expect-error -- there is no default, so it may be undefined
    const seed: ValueOf<'process.num'> = config.get('seed');
    // @ts-expect-error -- an unknown key
    expect(config.get('robot.sise')).toBeUndefined();
    expect([processes, isRandom, networks, response, point, end, bandwidth, size, seed]).toEqual([
      1,
      false,
      ['BasicNetwork'],
      'stop',
      undefined,
      undefined,
      undefined,
      5,
      undefined,
    ]);
  });

  test('of one robot or process override those of all', async () => {
    const config = await readText(
      'robot.size = 2\nrobot.1.size = 3\nprocess.0.initializer = ./own.ts\nprocess.num = 2',
    );
    expect([config.of(0, 'robot.size'), config.of(1, 'robot.size')]).toEqual([2, 3]);
    expect(config.of(0, 'process.initializer')).toBe('./own.ts');
    expect(config.of(1, 'process.initializer')).toBe('RobotSimInitializer');
  });

  test('come from other keys if they are not given', async () => {
    const config = await readText(
      'bornpoint7 = 1, 2\nnetwork.lambda = 4\nRandomNetwork.lambda = 5\nalgorithm = ./a.ts',
    );
    expect(config.get('process.num')).toBe(7);
    expect([config.get('BasicNetwork.lambda'), config.get('RandomNetwork.lambda')]).toEqual([4, 5]);
    expect(config.of(3, 'robot.algorithm')).toBe('./a.ts');
    expect((await readText('slave = a, b')).get('process.num')).toBe(3);
  });

  test('that are invalid leave the default', async () => {
    const config = await readText('robot.size = huge\nsimulation.time = -1');
    expect([config.get('robot.size'), config.get('simulation.time')]).toEqual([5, undefined]);
  });

  test('of networks are read', async () => {
    const config = await readText('network.bandwidth = 20 messages/s\nnetwork.topology = grid 2x3');
    expect(config.get('network.bandwidth')).toEqual({ messagesPerSecond: 20 });
    expect(config.get('network.topology')).toEqual({ kind: 'grid', rows: 2, columns: 3 });
    config.set('network.bandwidth', '1500', SET);
    config.set('network.topology', 'links.txt', SET);
    expect(config.get('network.bandwidth')).toEqual({ bytesPerSecond: 1500 });
    expect(config.get('network.topology')).toEqual({ kind: 'file', file: 'links.txt' });
  });

  test('that are empty count as not given, except lists and texts', async () => {
    const config = await readText('seed =\nrobot.size = 7\nnetwork =\nrobot.tag =');
    expect(problemsOf(config).slice(0, 1)).toEqual(['run.config:1:1: warning: seed: no value; the key is ignored']);
    expect([config.has('seed'), config.has('network'), config.get('network')]).toEqual([false, true, []]);
    config.set('robot.size', '', SET);
    expect(config.get('robot.size')).toBe(5);
  });

  test('that are empty remove those of an included file, without a warning', async () => {
    const config = await readFiles({
      'main.config': 'include = b.config\nrobot.2.size =\nrobot.3.size =',
      'b.config': 'process.num = 5\nrobot.2.size = 7',
    });
    expect(config.has('robot.2.size')).toBe(false);
    expect(problemsOf(config)).toEqual(['main.config:3:1: warning: robot.3.size: no value; the key is ignored']);
  });

  test('of a repeated scalar key are reported with all given values', async () => {
    expect(await problemsOfText('seed = 1\nprocess.num = 2\nseed = 3')).toEqual([
      'run.config:1:1: seed: expected an integer from 0 to 2^53 - 1, got "1, 3"',
    ]);
  });
});

describe('precedence', () => {
  test('flags over --set over the environment over files over defaults, then the later one', async () => {
    const config = await readText('seed = 1');
    const kinds = ['flag', 'set', 'environment'] as const;
    expect(config.originOf('seed').kind).toBe('file');
    expect(config.originOf('robot.size')).toEqual({ kind: 'default' });
    for (const [index, kind] of [...kinds].reverse().entries()) {
      config.set('seed', String(index + 10), { kind });
      expect([config.get('seed'), config.originOf('seed').kind]).toEqual([index + 10, kind]);
    }
    for (const kind of [...kinds].reverse().slice(0, 2)) config.set('seed', '99', { kind });
    expect(config.get('seed')).toBe(12);
    config.set('seed', '13', { kind: 'flag' });
    expect(config.get('seed')).toBe(13);
  });

  test('a synonym with a higher precedence overrides a key', async () => {
    const config = await readText('world.response = bounce\nrobot.algorithm = A\nbornpoint.random = true');
    config.set('ghost_mode', 'true', SET);
    config.set('algorithm', 'B', SET);
    expect([config.get('world.response'), config.of(0, 'robot.algorithm')]).toEqual(['none', 'B']);
    expect(problemsOf(config)).toEqual([]);
  });

  test('problems of set values name their origin', async () => {
    const config = await readText('');
    config.set('seed', 'x', SET);
    expect(problemsOf(config)).toEqual(['--set: seed: expected an integer from 0 to 2^53 - 1, got "x"']);
  });

  test('paths are relative to the file that contains them', async () => {
    const config = await readFiles({
      'a/main.config': 'include = sub/b.config',
      'sub/b.config': 'robot.algorithm = ./x.ts',
    });
    expect(config.fileOf('robot.algorithm')).toBe('a/sub/b.config');
    config.set('robot.algorithm', './y.ts', SET);
    expect(config.fileOf('robot.algorithm')).toBe('a/main.config');
  });
});

describe('entries', () => {
  test('are all effective values with their origins, in the order of the table', async () => {
    const config = await readText(
      'robot.2.size = 6\nprocess.num = 3\nrobot.0.size = 7\nparameter.b = x\nparameter.a = 1, 2',
    );
    const entries = config.entries();
    expect(entries.find(({ key }) => key === 'robot.size')).toEqual({
      key: 'robot.size',
      value: '5',
      origin: { kind: 'default' },
    });
    expect(entries.filter(({ origin }) => origin.kind === 'file').map(({ key, value }) => `${key} = ${value}`)).toEqual(
      ['process.num = 3', 'robot.0.size = 7', 'robot.2.size = 6', 'parameter.b = x', 'parameter.a = 1, 2'],
    );
  });

  test('can be printed and read back', async () => {
    const text = `
process.num = 2
bornpoint1 = -1.50, 2e2
bornpoint2 = 1, 2
robot.tag = a, b \\\\ c
network = RandomNetwork, ./own.ts
network.topology = GRID 1x2
world.response = bounce
obstacle2 = polygon, 0, 0, 10, 0, 0, 10
obstacle1 = bitmap, maze.png
object1 = 1, 2, 0, , 3
obstacles = [{"kind": "box", "x": 1, "y": 2, "width": 3, "height": 4, "name": "table, \\\\ large"}]
own.gain = 0.5
parameter.path = C:\\logs\\x.log
process.1.crash.start = 1, 5.5
process.1.crash.stop = 2
FileHandler.pattern = x.log
`;
    const config = await readText(text);
    expect(problemsOf(config)).toEqual([]);
    const printed = printProperties(config.entries());
    const again = await readText(printed);
    expect(problemsOf(again)).toEqual([]);
    expect(printProperties(again.entries())).toBe(printed);
    expect(again.structured('obstacles').map(({ value }) => value)).toEqual(
      config.structured('obstacles').map(({ value }) => value),
    );
    expect(again.get('robot.tag')).toBe('a, b \\ c');
    expect(again.parameters()).toEqual(new Map([['path', 'C:\\logs\\x.log']]));
  });

  test('restores any texts and numbers', async () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/\p{Cc}/gu, '').trim());
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    await fc.assert(
      fc.asyncProperty(
        line,
        fc.array(line.filter((text) => text !== '')),
        fc.maxSafeNat(),
        number,
        async (tag, slaves, seed, x) => {
          const config = await NekoConfig.read({
            path: 'x.json',
            text: JSON.stringify({ 'robot.tag': tag, slave: slaves, seed, 'parameter.x': x }),
          });
          const again = await readText(printProperties(config.entries()));
          expect(again.get('robot.tag')).toBe(tag);
          expect(again.get('slave')).toEqual(slaves);
          expect(again.get('seed')).toBe(seed);
          expect(Number(again.parameters().get('x'))).toBe(x);
        },
      ),
      { seed: 2, numRuns: 60 },
    );
  });
});

describe('settings of authors', () => {
  test('are kept unchanged, by class or without one', async () => {
    const config = await readText(
      'robot.algorithm = ./path-reservation.ts\nprotocol = lse.neko.abcast.Lamport, ./x.ts#Own\nLamport.delta = 0.1\nlse.neko.abcast.Lamport.epsilon = a, b\nPathReservation.zone.size = 3\nOwn.x = 1\nparameter.Own.y = 2\nbornpoint.random = true',
    );
    expect(problemsOf(config, { strict: true })).toEqual([]);
    expect(config.parameters('Lamport')).toEqual(
      new Map([
        ['delta', '0.1'],
        ['epsilon', 'a, b'],
      ]),
    );
    expect(config.parameters('PathReservation')).toEqual(new Map([['zone.size', '3']]));
    expect(config.parameters()).toEqual(new Map([['Own.y', '2']]));
    expect(config.entries().map(({ key }) => key)).toContain('PathReservation.zone.size');
  });

  test('of a class that is not named give a warning', async () => {
    expect(await problemsOfText('Unknown.gain = 1')).toEqual([
      "run.config:1:1: warning: unknown key 'Unknown.gain'; no class 'Unknown' is named",
    ]);
  });
});

describe('unknown keys', () => {
  test('give a warning with a suggestion, or an error in strict mode', async () => {
    const config = await readText('robot.sise = 5\nsomething = 1\nx.__proto__ = 1');
    expect(problemsOf(config)).toEqual([
      "run.config:1:1: warning: unknown key 'robot.sise'; did you mean 'robot.size'?",
      "run.config:2:1: warning: unknown key 'something'; the parameters of an algorithm are named parameter.…",
      'run.config:3:1: the key "x.__proto__" is refused',
    ]);
    expect(config.problems({ strict: true }).every(({ severity }) => severity === 'error')).toBe(true);
  });

  test("accepts Neko's keys without effect, with a warning where that may matter", async () => {
    const text =
      'simulation = true\nsimulation.engine = nekosim\nhandlers = java.util.logging.FileHandler,java.util.logging.ConsoleHandler\njava.util.logging.FileHandler.pattern = log.log\nmessages.level = FINE\nlse.neko.level = FINER\n.level = INFO\nalgorithm = Foo\nalgorithm.rbcast.fake = true\nprocess.num = 3';
    const config = await readText(text);
    expect(problemsOf(config, { strict: true })).toEqual([
      'run.config:9:1: warning: algorithm.rbcast.fake has no effect here: see `protocol`',
    ]);
    expect(config.get('FileHandler.pattern')).toBe('log.log');
    expect(config.hasRobots).toBe(false);
  });

  test('refuses two names of one key in a file', async () => {
    const text = 'process.initializer = A\nprocess.initilaizer = B';
    expect(await problemsOfText(text)).toContain(
      'run.config:2:1: process.initilaizer and process.initializer (run.config:1:1) are the same: give one of them',
    );
  });
});
