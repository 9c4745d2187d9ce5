import { describe, expect, test } from '@jest/globals';
import { problemsOf, problemsOfText, readText } from '../../../test/config-files.js';

describe('born points', () => {
  test('reports all missing ones together', async () => {
    expect(await problemsOfText('process.num = 8\nbornpoint2 = 1, 1\nbornpoint5 = 2, 2')).toEqual([
      'run.config:1:1: bornpoint1, bornpoint3 to bornpoint4, bornpoint6 to bornpoint8 are missing: each of the 8 robots needs one, such as bornpoint1 = 10, 20, unless bornpoint.random is true',
    ]);
    expect(await problemsOfText('robot.size = 3')).toEqual([
      'bornpoint1 is missing: the robot needs one, such as bornpoint1 = 10, 20, unless bornpoint.random is true',
    ]);
  });

  test('warns of born points of robots that do not exist or are placed at random', async () => {
    expect(await problemsOfText('process.num = 1\nbornpoint1 = 1, 1\nbornpoint2 = 2, 2\nbornpoint3 = 3, 3')).toEqual([
      'run.config:3:1: warning: bornpoint2 to bornpoint3: not used, since process.num is 1',
    ]);
    expect(await problemsOfText('process.num = 2\nbornpoint.random = true\nbornpoint2 = 2, 2')).toEqual([
      'run.config:3:1: warning: bornpoint2: not used, since bornpoint.random is true',
    ]);
  });

  test('are not required without robots', async () => {
    expect(await problemsOfText('process.num = 5\nalgorithm = ./ping.ts\nnetwork = RandomNetwork')).toEqual([]);
  });

  test('reports a million of them in one line', async () => {
    const [problem] = await problemsOfText('process.num = 1000000\nrobot.size = 1');
    expect(problem).toContain('bornpoint1 to bornpoint1000000 are missing');
  });
});

describe('combinations of keys', () => {
  test.each([
    [
      'process.num = 2\nbornpoint.random = true\nrobot.2.size = 3\nprocess.7.initializer = X',
      'run.config:3:1: warning: robot.2.size, process.7.initializer are not used: process.num is 2, and their numbers are 0 to 1',
    ],
    [
      'bornpoint.random = true\nghost_mode = true\nworld.response = bounce',
      'run.config:3:1: world.response is bounce, but ghost_mode is true: give one of them, or both alike (ghost_mode = true is world.response = none)',
    ],
    [
      'bornpoint.random = true\nalgorithm = A\nrobot.algorithm = B',
      'run.config:2:1: algorithm is A, but robot.algorithm is B: they are the same, give one of them',
    ],
    [
      'simulation = false\nrobot.size = 3\nghost_mode = true',
      'run.config:1:1: simulation is false, but there are robots (robot.size, ghost_mode): they exist in simulation only',
    ],
    [
      'simulation = false\nprocess.num = 4\nslave = a, b',
      'run.config:3:1: slave lists 2: process.num is 4, so 3 are needed',
    ],
    [
      'RandomNetwork.lambda = 3',
      'run.config:1:1: warning: RandomNetwork.lambda is not used: RandomNetwork is not among the networks (BasicNetwork)',
    ],
    [
      'network = lse.neko.networks.sim.RandomNetwork\nnetwork.multicast = false',
      'run.config:2:1: warning: network.multicast is not used: MetricNetwork is not among the networks (RandomNetwork)',
    ],
    ['network.bursts.toBad = 0.1', 'run.config:1:1: network.bursts.toBad needs network.bursts.toGood too'],
    [
      'network.bursts.lossInGood = 0.1',
      'run.config:1:1: network.bursts.lossInGood needs network.bursts.toBad and network.bursts.toGood too',
    ],
    ['network.spikes.probability = 0.1', 'run.config:1:1: network.spikes.probability needs network.spikes.delay too'],
    [
      'network.duplication.delay = 1',
      'run.config:1:1: warning: network.duplication.delay is not used: network.duplication is 0',
    ],
    [
      'process.num = 2\nnetwork.range.reach = 10',
      'run.config:2:1: network.range.reach needs robots: processes without bodies have no positions',
    ],
    ['heartbeat = true', 'run.config:1:1: heartbeat needs heartbeat.send and heartbeat.timeout too'],
    ['fd.simulated = true', 'run.config:1:1: fd.simulated needs fd.simulated.detectionTime too'],
    [
      'heartbeat.network.index = 1',
      'run.config:1:1: heartbeat.network.index: expected the index of a network, from 0 to 0, got 1',
    ],
    [
      'process.crash.stop = 5',
      'run.config:1:1: process.crash.stop has 1 times, but there is no process.crash.start: each recovery follows a crash',
    ],
    [
      'process.crash.start = 5\nprocess.crash.stop = 4',
      'run.config:2:1: process.crash.stop: expected a time after the crash at 5, got 4',
    ],
    [
      'process.0.crash.start = 1, 3\nprocess.0.crash.stop = 4',
      'run.config:1:1: process.0.crash.start: expected a time after the recovery at 4, got a crash at 3',
    ],
    [
      'process.crash.start = 1, 3',
      'run.config:1:1: process.crash.start: expected a recovery before the next crash, got a crash at 3',
    ],
  ])('%j', async (text, problem) => {
    expect(await problemsOfText(text)).toEqual([problem]);
  });

  test.each([
    'process.crash.start = 1, 5\nprocess.crash.stop = 2, 6',
    'process.num = 2\nprocess.crash.stop = 9\nprocess.1.crash.start = 1',
    'simulation = false\nslave = a, b',
    'heartbeat = true\nheartbeat.send = 1\nheartbeat.timeout = 3',
    'heartbeat = false\nheartbeat.network.index = 0',
    'network = MetricNetwork, BasicNetwork\nnetwork.multicast = false\nBasicNetwork.lambda = 3',
    'network = random\nRandomNetwork.lambda = 3',
    'bornpoint.random = true\nghost_mode = false\nworld.response = stop',
    'bornpoint.random = true\nalgorithm = A\nrobot.algorithm = A',
  ])('%j is valid', async (text) => {
    expect(await problemsOfText(text)).toEqual([]);
  });

  test('reports all problems at once, in the order of the file', async () => {
    const config = await readText('ghost_mode = perhaps\nrobot.sise = 1\nprocess.num = 0\nno sign\nbornpoint1 = 3');
    expect(problemsOf(config)).toEqual([
      'run.config:1:14: ghost_mode: expected true or false, got "perhaps"',
      "run.config:2:1: warning: unknown key 'robot.sise'; did you mean 'robot.size'?",
      'run.config:3:15: process.num: expected an integer from 1 to 1,000,000, got "0"',
      'run.config:4:1: expected key = value, got "no sign"',
      'run.config:5:14: bornpoint1: expected a point such as 10, 20 (m), got "3"',
    ]);
  });
});
