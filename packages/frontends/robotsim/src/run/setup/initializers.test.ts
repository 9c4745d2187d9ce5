/** Initializers of authors: stacks that they build by hand, and what they forget. */
import { describe, expect, test } from '@jest/globals';
import { ActiveProtocol, LamportBroadcast, MutualExclusion, type NekoProcess, Protocol, wire } from '@kineko/neko';
import { outcomeOf, refusalOf } from '../../../test/scenarios.js';
import { AbstractAlgorithm } from '../algorithm.js';
import { PathReservation } from '../algorithms/path-reservation.js';
import type { NekoRobot } from '../neko-robot.js';

class Stays extends AbstractAlgorithm {
  protected async doMotion() {
    await this.sleep(1);
  }
}

class Program extends ActiveProtocol {
  protected async run() {
    await this.sleep(1);
  }
}

class Passive extends Protocol<object> {
  protected readonly handlers = {};
}

/** The initializer of the thesis, as it stands there. */
class RobotSimInitializer {
  init(process: NekoRobot): void {
    const algorithm = new PathReservation(process);
    algorithm.setId('path_reservation');
    const broadcast = new LamportBroadcast(process);
    broadcast.setId('abcast');
    broadcast.setSender(process.network());
    broadcast.setReceiver(algorithm);
    algorithm.setSender(broadcast);
    broadcast.launch();
    algorithm.launch();
  }
}

const ROBOTS =
  'process.num = 6\nbornpoint.random = true\nworld.width = 180\nworld.height = 180\nsimulation.time = 60\n';
const INITIALIZER = 'process.initializer = ./init.ts\n';

describe('a stack that an initializer builds', () => {
  const CONFIG = `${ROBOTS}${INITIALIZER}robot.size = 10\nPathReservation.side = 180\nnetwork = RandomNetwork\nseed = 1\n`;
  const modules = { 'init.ts': { RobotSimInitializer } };
  const linkNotes = (remarks: readonly string[]): string[] => remarks.filter((text) => text.includes('Link'));

  test('gets the link that the network does not provide, with one note', async () => {
    const { summary, of } = await outcomeOf(CONFIG, { modules });
    expect(linkNotes(summary.remarks)).toEqual([
      'a FifoLink was added below LamportBroadcast, which assumes a link that keeps the order of messages ' +
        '(FifoLink.automatic = false prevents this)',
    ]);
    expect(new Set(of('send').map(({ protocol }) => protocol))).toEqual(new Set(['abcast/fifo-link']));
    const orders = Array.from({ length: 6 }, (_, process) =>
      of('protocolEvent')
        .filter((record) => record.process === process && record.protocol === 'abcast' && record.event === 'deliver')
        .map(({ value }) => JSON.stringify(value)),
    );
    const shortest = Math.min(...orders.map(({ length }) => length));
    expect(shortest).toBeGreaterThan(10);
    for (const order of orders) expect(order.slice(0, shortest)).toEqual(orders[0]!.slice(0, shortest));
  });

  test('stays unchanged if the network provides the link, or if the configuration disables it', async () => {
    const fine = await outcomeOf(`${CONFIG}network.fifo = true\n`, { modules });
    expect(linkNotes(fine.summary.remarks)).toEqual([]);
    const asBuilt = await outcomeOf(`${CONFIG}FifoLink.automatic = false\n`, { modules });
    expect(linkNotes(asBuilt.summary.remarks)).toEqual([]);
    expect(asBuilt.of('send').every(({ protocol }) => protocol === 'abcast')).toBe(true);
  });

  test('over a network that loses messages gets a reliable link', async () => {
    const { summary } = await outcomeOf(`${CONFIG}network.loss = 0.1\n`, { modules });
    expect(linkNotes(summary.remarks)).toEqual([
      'a ReliableLink was added below LamportBroadcast, which assumes a link that keeps the order of messages, loses no ' +
        'message (ReliableLink.automatic = false prevents this)',
    ]);
  });

  test('that the configuration cannot reach is checked too', async () => {
    const init = (process: NekoProcess): void => {
      wire(new MutualExclusion(process), 'mutex', process.network());
      wire(new Program(process) as never, 'program', process.network());
    };
    const config = `process.num = 3\n${INITIALIZER}simulation.time = 5\nnetwork.duplication = 0.5\nseed = 1\n`;
    const { summary } = await outcomeOf(config, { modules: { 'init.ts': { init } } });
    expect(linkNotes(summary.remarks)).toEqual([
      'a FifoLink was added below MutualExclusion, which assumes a link that brings each message once ' +
        '(FifoLink.automatic = false prevents this)',
    ]);
  });
});

describe('an initializer that launches nothing', () => {
  const refusal = (config: string, init: (process: never) => void): Promise<string[]> =>
    refusalOf(`${config}${INITIALIZER}`, { modules: { 'init.ts': { init } } });

  test('of what it made is an error that names the algorithm', async () => {
    const init = (robot: NekoRobot): void => {
      const algorithm = new Stays(robot);
      algorithm.setId('algorithm');
      algorithm.setSender(robot.network());
    };
    expect(await refusal(ROBOTS, init)).toEqual([
      'main.config:6:1: p0: its initializer created Stays and never launched it: call launch() when its parts are set',
    ]);
  });

  test('on one of the robots is an error that names the robot', async () => {
    const init = (robot: NekoRobot): void => {
      const algorithm = new Stays(robot);
      if (robot.id !== 4) wire(algorithm as never, 'algorithm', robot.network());
    };
    expect(await refusal(ROBOTS, init)).toEqual([
      expect.stringContaining('p4: its initializer created Stays and never'),
    ]);
  });

  test('at all is an error where there are bodies, and noted elsewhere', async () => {
    expect(await refusal(ROBOTS, () => {})).toEqual([
      expect.stringContaining('p0: its initializer launched no algorithm: create one, set its parts and call launch()'),
    ]);
    const config = `process.num = 3\nsimulation.time = 5\n${INITIALIZER}`;
    const { summary } = await outcomeOf(config, { modules: { 'init.ts': { init: () => {} } } });
    expect(summary.remarks).toEqual(['p0, p1, p2: the initializer launched no algorithm']);
  });

  test('of a program without a body is an error that names it', async () => {
    const init = (process: NekoProcess): void => void new Program(process);
    expect(await refusal('process.num = 3\nsimulation.time = 5\n', init)).toEqual([
      expect.stringContaining('p0: its initializer created Program and never launched it'),
    ]);
  });

  test('but a passive protocol is an error where there are bodies', async () => {
    const init = (robot: NekoRobot): void => void wire(new Passive(robot) as never, 'passive', robot.network());
    expect(await refusal(ROBOTS, init)).toEqual([expect.stringContaining('launched no algorithm')]);
  });

  test('on some robots only is noted', async () => {
    const init = (robot: NekoRobot): void => {
      if (robot.id > 1) wire(new Stays(robot) as never, 'algorithm', robot.network());
    };
    const { summary } = await outcomeOf(`${ROBOTS}${INITIALIZER}seed = 1`, { modules: { 'init.ts': { init } } });
    expect(summary.remarks).toEqual(['p0, p1: the initializer launched no algorithm']);
  });
});
