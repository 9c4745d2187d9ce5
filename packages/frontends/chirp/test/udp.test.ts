/** Real sockets and programs: the replies that the report's own controllers get. */
import { execFile, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { ChirpServer, type ChirpServerOptions } from '../src/node/server.js';
import { commandsOf } from '@kineko/run';
import { builtProgram } from '@kineko/tools/kits/built-program';
import { Keeper, replayedHash, scenarioOf } from './kit.js';
import { pushingHash } from './pushing.js';
import { chirpAt, sparseScene } from './scenes.js';

async function served(world: object, options: Partial<ChirpServerOptions> = {}) {
  const keeper = await Keeper.create();
  const server = await ChirpServer.open(scenarioOf(world), { seed: 7, emit: keeper.emit, port: 0, ...options });
  const over = server.run.advance();
  const end = async (): Promise<void> => {
    server.run.command({ kind: 'shutdown' }, 'test');
    server.poke();
    await over;
    await server.close();
  };
  return { server, keeper, end };
}

/** A controller that sends a request and waits, as in the report. */
class Controller {
  private constructor(
    private readonly socket: Socket,
    private readonly port: number,
  ) {}

  static async open(port: number): Promise<Controller> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', () => resolve());
    });
    return new Controller(socket, port);
  }

  ask(text: string): Promise<string> {
    return new Promise((resolve) => {
      this.socket.once('message', (reply) => resolve(reply.toString('ascii')));
      this.socket.send(text, this.port, '127.0.0.1');
    });
  }

  close(): void {
    this.socket.close();
  }
}

/** As printed in the report, but with bytes for Python 3, a given port, and an end after some rounds. */
const REPORT_CONTROLLER = `
import random, socket, time, sys
def runbot(id, port):
    min_speed = -10
    max_speed = 30
    host = "127.0.0.1"
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    speed_msg = "{0} setspeed {1} {2}"
    sensor_msg = "{0} getsensors"
    for i in range(20):
        left = random.randint(min_speed, max_speed)
        right = random.randint(min_speed, max_speed)
        s.sendto(speed_msg.format(id, left, right).encode(), (host, port))
        tmp = s.recv(1024)
        print(tmp.decode())
        s.sendto(sensor_msg.format(id).encode(), (host, port))
        tmp = s.recv(1024)
        print(tmp.decode())
        time.sleep(0.016)
runbot(int(sys.argv[1]), int(sys.argv[2]))
`;

describe('over UDP', () => {
  test('the report’s controller, in Python, drives its robot and gets eight distances', async () => {
    const world = { children: [chirpAt(0, 73, -84, { angle: 120, noisemax: 0.1 }), chirpAt(4, 73, -60)] };
    const { server, keeper, end } = await served(world);
    const run = promisify(execFile);
    const { stdout } = await run('python3', ['-c', REPORT_CONTROLLER, '0', String(server.port.port)]);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(40);
    expect(lines.filter((_, i) => i % 2 === 0)).toEqual(Array.from({ length: 20 }, () => 'ok'));
    const sensed = lines.filter((_, i) => i % 2 === 1);
    expect(sensed.every((line) => /^ok( \d+(\.\d+)?(e-\d+)?){8}$/.test(line))).toBe(true);
    const drops = await server.port.drops();
    await end();
    expect(drops === undefined || drops === 0).toBe(true);
    const { now } = server.run;
    const commands = commandsOf(keeper.records);
    expect(commands).toHaveLength(21);
    expect(await replayedHash(world, commands, now)).toBe(await keeper.hash());
  });

  test('200 robots with 200 controllers are all answered, and the run replays to the same hash', async () => {
    const world = sparseScene(200);
    const { server, keeper, end } = await served(world);
    const controllers = await Promise.all(server.run.robots.map(() => Controller.open(server.port.port)));
    const replies = await Promise.all(
      controllers.map(async (controller, id) => {
        const own: string[] = [];
        for (let round = 0; round < 3; round++) {
          own.push(await controller.ask(`${id} setspeed ${((id + round) % 41) - 10} ${((3 * id + round) % 41) - 10}`));
          own.push(await controller.ask(`${id} getsensors`));
        }
        controller.close();
        return own;
      }),
    );
    await end();
    expect(replies.flat().every((reply) => reply.startsWith('ok'))).toBe(true);
    expect(server.handler.counts).toMatchObject({ requests: 1200, answered: 1200, errors: 0, limited: 0 });
    expect(await replayedHash(world, commandsOf(keeper.records), server.run.now)).toBe(await keeper.hash());
  });

  test('a client that has left, and an empty datagram, do no harm', async () => {
    const { server, end } = await served({ children: [chirpAt(0, 0, 0)] });
    const port = String(server.port.port);
    // Sends and leaves before the answer.
    const rude = spawn('python3', [
      '-c',
      `import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); [s.sendto(t, ("127.0.0.1", ${port})) for t in (b"0 getsensors", b"", b"\\xff" * 1000)]`,
    ]);
    await new Promise((resolve) => void rude.once('exit', resolve));
    const controller = await Controller.open(server.port.port);
    expect(await controller.ask('')).toMatch(/^error /);
    expect(await controller.ask('0 setspeed 1 1')).toBe('ok');
    controller.close();
    await end();
  });

  test('a port that is in use is refused', async () => {
    const { server, end } = await served({ children: [] });
    await expect(served({ children: [] }, { port: server.port.port })).rejects.toThrow('EADDRINUSE');
    await end();
  });
});

test('a run with pushed objects has the same hash in two other processes', async () => {
  const program = builtProgram('packages/frontends/chirp/test/pushing-apart');
  const run = promisify(execFile);
  const others = await Promise.all([run(process.execPath, program), run(process.execPath, program)]);
  const hash = await pushingHash();
  expect(others.map(({ stdout }) => stdout)).toEqual([hash, hash]);
});
