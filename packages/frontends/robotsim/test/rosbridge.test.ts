/** Robots that are driven by rosbridge, with roslib as the client; the test advances the clock. */
import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Rosbridge } from '@kineko/interop/node';
import { Pacer } from '@kineko/kernel/pacing';
import { commandsOf, Recording, ResultHash } from '@kineko/run';
import type { TraceRecord } from '@kineko/formats/trace';
import { startServer } from '@kineko/server';
import { TestClock } from '@kineko/tools/kits/test-clock';
import { WebSocket } from 'ws';
import { rosWorldOf } from '../src/node/ros-world.js';
import { openLive } from '../src/run/scenario.js';
import { Ros, Topic } from './roslib.js';
import { scenarioOf } from './scenarios.js';

const CONFIG = `process.num = 3
robot.size = 1
robot.algorithm = Driven
robot.2.algorithm = RandomMovement
robot.2.size = 2
bornpoint1 = 10, 10
bornpoint2 = 30, 10
bornpoint3 = 40, 40
world.width = 50
world.height = 50
simulation.time = 1000
`;

interface Odometry {
  readonly header: {
    readonly seq?: number;
    readonly stamp: Readonly<Record<string, number>>;
    readonly frame_id: string;
  };
  readonly child_frame_id: string;
  readonly pose: {
    readonly pose: Readonly<Record<'position' | 'orientation', Readonly<Record<'x' | 'y' | 'z' | 'w', number>>>>;
  };
  readonly twist: { readonly twist: Readonly<Record<'linear' | 'angular', Readonly<Record<'x' | 'y' | 'z', number>>>> };
}

type Message = Readonly<Record<string, unknown>>;

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function served(config = CONFIG, server: Partial<Parameters<typeof startServer>[0]> = {}) {
  const clock = new TestClock();
  const records: TraceRecord[] = [];
  const hash = await ResultHash.create();
  const recording = new Recording([hash]);
  const emit = (record: TraceRecord): void => {
    records.push(record);
    recording.emit(record);
  };
  const pacer = new Pacer({ continuous: true, wallClock: clock });
  const run = await openLive(
    await scenarioOf(config),
    { seed: 7, emit, gate: pacer },
    { present: () => pacer.present },
  );
  const bridge = new Rosbridge(rosWorldOf(run, pacer.poke), { hz: 20, rays: 8, range: 60, clock });
  const { port, close } = await startServer({
    port: 0,
    sockets: { '/': bridge.accept },
    foreign: {},
    limits: Rosbridge.limits,
    ...server,
  });
  const over = run.advance();
  await settled();
  const end = async (): Promise<void> => {
    run.stop();
    pacer.poke();
    clock.advance(100);
    await over;
  };
  opened.push(async () => {
    bridge.close();
    await end();
    await close();
  });
  return {
    clock,
    records,
    run,
    end,
    url: `ws://127.0.0.1:${port}`,
    hash: async () => {
      await recording.close();
      return hash.digest();
    },
  };
}

async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => void setImmediate(resolve));
}

/** A client of roslib, and how to pass time: everything that was sent before has been handled. */
async function driven(given: Awaited<ReturnType<typeof served>>) {
  const ros = new Ros({});
  ros.on('error', () => {});
  const connected = new Promise((resolve) => ros.on('connection', resolve));
  await ros.connect(given.url);
  await connected;
  const handled = (): Promise<unknown> => new Promise((resolve, reject) => ros.getTopicType('/clock', resolve, reject));
  const pass = async (seconds: number): Promise<void> => {
    await handled();
    for (let step = 0; step < Math.round(seconds * 50); step++) {
      given.clock.advance(20);
      await settled();
    }
    await handled();
  };
  opened.unshift(async () => {
    const closed = new Promise((resolve) => ros.on('close', resolve));
    ros.close();
    await closed;
  });
  const topic = <T>(name: string, messageType: string, more: object = {}) =>
    new Topic<T>({ ros, name, messageType, ...more });
  const drive = async (robot: number, x: number, z: number, seconds: number): Promise<void> => {
    topic(`/robot${robot}/cmd_vel`, 'geometry_msgs/Twist').publish({
      linear: { x, y: 0, z: 0 },
      angular: { x: 0, y: 0, z },
    });
    await pass(seconds);
  };
  return { ros, topic, pass, drive, handled };
}

/** A client that sends any text, and collects the answers. */
async function raw(url: string, options: object = {}) {
  const socket = new WebSocket(url, options);
  const messages: Message[] = [];
  let onMessage = (): void => {};
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Message);
    onMessage();
  });
  await once(socket, 'open');
  opened.unshift(async () => {
    if (socket.readyState === WebSocket.CLOSED) return;
    socket.close();
    await once(socket, 'close');
  });
  const next = async (): Promise<Message> => {
    while (messages.length === 0) await new Promise<void>((resolve) => (onMessage = resolve));
    return messages.shift()!;
  };
  const ask = (message: string | Uint8Array | object): Promise<Message> => {
    socket.send(typeof message === 'object' && !(message instanceof Uint8Array) ? JSON.stringify(message) : message);
    return next();
  };
  return { socket, ask, next, messages };
}

describe('roslib', () => {
  test('drives a robot along a square, until a contact stops it', async () => {
    const server = await served();
    const { topic, drive, pass } = await driven(server);
    const seen: Odometry[] = [];
    topic<Odometry>('/robot0/odom', 'nav_msgs/Odometry').subscribe((message) => void seen.push(message));
    await pass(0.1);
    const placeNow = () => {
      const { position, orientation } = seen.at(-1)!.pose.pose;
      return { x: position.x, y: position.y, heading: 2 * Math.atan2(orientation.z, orientation.w) };
    };
    expect(placeNow()).toEqual({ x: 10, y: 10, heading: 0 });
    const corners: object[] = [];
    for (let side = 0; side < 4; side++) {
      await drive(0, 2, 0, 2);
      await drive(0, 0, Math.PI / 2, 1);
      await drive(0, 0, 0, 0.2);
      const { x, y } = placeNow();
      corners.push({ x: Math.round(x * 1e9) / 1e9, y: Math.round(y * 1e9) / 1e9 });
    }
    expect(corners).toEqual([
      { x: 14, y: 10 },
      { x: 14, y: 14 },
      { x: 10, y: 14 },
      { x: 10, y: 10 },
    ]);
    expect(seen.some(({ twist }) => twist.twist.linear.x === 2)).toBe(true);
    expect(seen.some(({ twist }) => twist.twist.angular.z === Math.PI / 2)).toBe(true);
    expect(seen.at(-1)).toMatchObject({ header: { frame_id: 'world' }, child_frame_id: 'robot0/base_link' });
    // Towards robot 1, 20 m ahead: both have the radius 1 m.
    await drive(0, 4, 0, 10);
    expect(placeNow().x).toBeCloseTo(28, 9);
    expect(seen.at(-1)!.twist.twist.linear.x).toBe(0);
    const touches = server.records.filter(({ type }) => type === 'touch');
    expect(touches).toEqual([expect.objectContaining({ robot: 0, other: { kind: 'robot', id: 1 } })]);
    // Pressing on changes nothing and is not recorded; backing off does.
    const commands = (): number => commandsOf(server.records).length;
    const before = commands();
    for (let i = 0; i < 5; i++) await drive(0, 4, 0, 0.1);
    expect(commands()).toBe(before);
    await drive(0, -1, 0, 1);
    expect(placeNow().x).toBeCloseTo(27, 6);
  });

  test('sees the same instant on all topics, in the form of its version of ROS', async () => {
    const server = await served();
    const { topic, pass } = await driven(server);
    const got = new Map<string, Message>();
    const take = (name: string, type: string): void =>
      topic<Message>(name, type).subscribe((message) => void got.set(name, message));
    take('/clock', 'rosgraph_msgs/msg/Clock');
    take('/tf', 'tf2_msgs/msg/TFMessage');
    take('robot1/scan', 'sensor_msgs/msg/LaserScan');
    take('/robot1/odom', 'nav_msgs/Odometry');
    await pass(1.5);
    const stamp = { sec: 1, nanosec: 500_000_000 };
    expect(got.get('/clock')).toEqual({ clock: stamp });
    expect(got.get('/robot1/odom')).toMatchObject({ header: { seq: 30, stamp: { secs: 1, nsecs: 500_000_000 } } });
    const transforms = got.get('/tf')!['transforms'] as Message[];
    expect(transforms.map((each) => each['child_frame_id'])).toEqual([0, 1, 2].map((id) => `robot${id}/base_link`));
    expect(transforms[1]).toMatchObject({ header: { stamp }, transform: { translation: { x: 30, y: 10, z: 0 } } });
    const scan = got.get('robot1/scan') as Message & { readonly ranges: readonly (number | null)[] };
    expect(scan).toMatchObject({ header: { frame_id: 'robot1/base_link' }, angle_min: -Math.PI, range_max: 60 });
    // Behind it is robot 0, whose rim is 19 m away.
    expect(scan.ranges).toHaveLength(8);
    expect(scan.ranges[0]).toBeCloseTo(19, 9);
  });

  test('gets messages as rarely as it asks for, and none after it unsubscribes', async () => {
    const server = await served();
    const { topic, pass } = await driven(server);
    const [all, some, kept]: Message[][] = [[], [], []];
    const clock = (more: object, into: Message[], name = '/clock') => {
      const made = topic<Message>(name, 'rosgraph_msgs/Clock', more);
      made.subscribe((message) => void into.push(message));
      return made;
    };
    const first = clock({}, all!);
    await pass(1);
    expect(all).toHaveLength(20);
    first.unsubscribe();
    await pass(1);
    expect(all).toHaveLength(20);
    const slow = clock({ throttle_rate: 500 }, some!);
    await pass(2);
    expect(some).toHaveLength(4);
    slow.unsubscribe();
    // A queue keeps the last messages until their turn.
    clock({ throttle_rate: 100, queue_length: 100 }, kept!);
    await pass(1);
    const times = kept!.map((message) => (message['clock'] as Message)['nsecs'] as number);
    expect(times).toEqual(Array.from({ length: 10 }, (_, i) => (i + 1) * 50_000_000));
  });

  test('lists topics and their types, and reads the clock', async () => {
    const server = await served();
    const { ros, pass } = await driven(server);
    const topics = await new Promise<{ topics: string[]; types: string[] }>((resolve, reject) =>
      ros.getTopics(resolve, reject),
    );
    expect(topics.topics).toHaveLength(11);
    expect(topics.types[topics.topics.indexOf('/robot2/scan')]).toBe('sensor_msgs/LaserScan');
    await pass(0.5);
    const { ask } = await raw(server.url);
    expect(await ask({ op: 'call_service', service: '/rosapi/get_time', id: 'a' })).toEqual({
      op: 'service_response',
      service: '/rosapi/get_time',
      id: 'a',
      result: true,
      values: { time: { secs: 0, nsecs: 500_000_000 } },
    });
    expect(await ask({ op: 'call_service', service: '/reset' })).toMatchObject({ result: false });
  });
});

describe('the run', () => {
  test('stops the robots of a client that disconnects', async () => {
    const server = await served();
    const { pass } = await driven(server);
    const { socket, ask } = await raw(server.url);
    socket.send(JSON.stringify({ op: 'publish', topic: '/robot1/cmd_vel', msg: { linear: { x: 1 } } }));
    await ask({ op: 'call_service', service: '/rosapi/services' });
    await pass(1);
    const commands = () => commandsOf(server.records).map(({ command }) => command);
    expect(commands()).toEqual([{ kind: 'motion', robot: 1, request: { kind: 'arc', speed: 1, turnRate: 0 } }]);
    socket.close();
    await once(socket, 'close');
    while (commands().length < 2) await pass(0.1);
    expect(commands().at(-1)).toEqual({ kind: 'stop', robot: 1 });
  });

  test('replays to the same hash without its clients', async () => {
    const server = await served();
    const { drive } = await driven(server);
    await drive(0, 3, 0.25, 1);
    await drive(1, -2, 1, 1);
    await drive(0, 0, 0, 0.5);
    await server.end();
    const hash = await ResultHash.create();
    const recording = new Recording([hash]);
    const scenario = await scenarioOf(CONFIG);
    const again = await scenario.open({ seed: 7, emit: recording.emit, commands: commandsOf(server.records) });
    await again.advance({ until: server.run.now });
    await recording.close();
    expect(hash.digest()).toBe(await server.hash());
  });
});

describe('a client gets an error status for', () => {
  const twist = (msg: unknown): object => ({ op: 'publish', topic: '/robot0/cmd_vel', msg });
  const cases: readonly (readonly [what: string, message: string | object | Uint8Array, text: string])[] = [
    [
      'an unknown operation',
      { op: 'fly' },
      'op: expected advertise, unadvertise, publish, subscribe, unsubscribe, call_service or set_level, got "fly"',
    ],
    ['no operation', {}, 'got nothing'],
    [
      'an unknown topic',
      { op: 'subscribe', topic: '/robot9/odom' },
      'subscribe: topic: expected /clock, /tf, /robotN/cmd_vel, /robotN/odom, /robotN/scan (3 robots, N from 0), got "/robot9/odom"',
    ],
    ['a topic that is no text', { op: 'publish', topic: 7 }, 'got 7'],
    [
      'an unknown type',
      { op: 'advertise', topic: '/robot0/cmd_vel', type: 'std_msgs/String' },
      'advertise /robot0/cmd_vel: type: expected geometry_msgs/Twist, got "std_msgs/String"',
    ],
    [
      'a missing type',
      { op: 'advertise', topic: '/robot0/cmd_vel' },
      'type: expected geometry_msgs/Twist, got nothing',
    ],
    [
      'another type than that of the topic',
      { op: 'subscribe', topic: '/clock', type: 'nav_msgs/Odometry' },
      'type: expected rosgraph_msgs/Clock',
    ],
    [
      'publishing a topic of the simulator',
      { op: 'publish', topic: '/robot0/odom', msg: {} },
      'expected /robotN/cmd_vel: the simulator publishes this topic',
    ],
    [
      'NaN, which roslib writes as null',
      twist({ linear: { x: NaN } }),
      'publish /robot0/cmd_vel: linear.x: expected a finite number, got null',
    ],
    [
      'NaN as such',
      '{"op":"publish","topic":"/robot0/cmd_vel","msg":{"linear":{"x":NaN}}}',
      'expected a JSON object, got text that is not JSON',
    ],
    [
      'a speed beyond the world',
      twist({ linear: { x: 1e300 } }),
      'linear.x: expected a finite number of metres per second',
    ],
    [
      'a turn rate beyond the world',
      twist({ angular: { z: -1e300 } }),
      'angular.z: expected a finite number of radians per second',
    ],
    ['a number as text', twist({ linear: { x: '1' } }), 'linear.x: expected a finite number, got "1"'],
    [
      'a sideways motion',
      twist({ linear: { y: 1 } }),
      'linear.y: expected 0: robots move along their heading and turn, got 1',
    ],
    ['an unknown member', twist({ lineal: {} }), 'msg: expected an object with linear, angular, got "lineal"'],
    ['no message', twist(undefined), 'msg: expected an object with linear, angular, got nothing'],
    [
      'a robot with an algorithm',
      { op: 'publish', topic: '/robot2/cmd_vel', msg: {} },
      'robot 2 runs RandomMovement: expected robot.2.algorithm = Driven',
    ],
    [
      'a negative throttle rate',
      { op: 'subscribe', topic: '/clock', throttle_rate: -1 },
      'throttle_rate: expected a number from 0 to 3600000, got -1',
    ],
    [
      'compression',
      { op: 'subscribe', topic: '/clock', compression: 'cbor' },
      'compression: expected \'none\', got "cbor"',
    ],
    ['fragments', { op: 'subscribe', topic: '/clock', fragment_size: 10 }, 'fragment_size'],
    ['unsubscribing before', { op: 'unsubscribe', topic: '/clock' }, 'expected a topic that was subscribed to before'],
    [
      'unadvertising before',
      { op: 'unadvertise', topic: '/robot0/cmd_vel' },
      'expected a topic that was advertised before',
    ],
    [
      'an unknown level',
      { op: 'set_level', level: 'loud' },
      'set_level: level: expected info, warning, error, none, got "loud"',
    ],
    ['text that is not JSON', 'hello', 'got text that is not JSON'],
    ['a list', '[]', 'expected a JSON object with op'],
    ['a binary frame', new Uint8Array([1, 2]), 'expected text with a JSON object, got a binary frame'],
  ];

  test('each invalid message, and the connection stays open', async () => {
    const server = await served();
    const { ask } = await raw(server.url);
    for (const [what, message, text] of cases) {
      const answer = await ask(
        typeof message === 'object' && !(message instanceof Uint8Array) ? { id: 'x', ...message } : message,
      );
      expect({ what, ...answer }).toMatchObject({
        what,
        op: 'status',
        level: 'error',
        msg: expect.stringContaining(text),
      });
    }
    expect(commandsOf(server.records)).toEqual([]);
    // The id of the message is repeated, and the level can be changed.
    expect(await ask({ op: 'fly', id: 'me' })).toMatchObject({ id: 'me' });
  });

  test('nothing, if it asks for silence', async () => {
    const server = await served();
    const { socket, ask } = await raw(server.url);
    socket.send(JSON.stringify({ op: 'set_level', level: 'none' }));
    socket.send('nonsense');
    expect(await ask({ op: 'call_service', service: '/rosapi/services' })).toMatchObject({ op: 'service_response' });
  });
});

describe('the server', () => {
  const refused = async (url: string, options: object): Promise<number> => {
    const socket = new WebSocket(url, options);
    socket.on('error', () => {});
    const [, response] = (await once(socket, 'unexpected-response')) as [
      unknown,
      { statusCode: number; destroy(): void },
    ];
    response.destroy();
    return response.statusCode;
  };

  test('refuses pages of other sites, unless their origin is allowed', async () => {
    const server = await served();
    expect(await refused(server.url, { origin: 'https://evil.example' })).toBe(403);
    expect(await refused(server.url, { origin: 'null' })).toBe(403);
    await raw(server.url, { origin: 'http://localhost:8080' });
    const open = await served(CONFIG, { foreign: { origins: ['https://app.example'] } });
    await raw(open.url, { origin: 'https://app.example' });
    expect(await refused(open.url, { origin: 'https://evil.example' })).toBe(403);
    expect(await refused(open.url, { headers: { host: 'evil.example' } })).toBe(403);
    expect(await refused(`${open.url}/other`, {})).toBe(404);
  });

  test('asks for the token if other machines can reach it', async () => {
    const token = '0123456789abcdef0123456789abcdef';
    const server = await served(CONFIG, { listen: '0.0.0.0', token });
    expect(await refused(server.url, {})).toBe(401);
    expect(await refused(`${server.url}/?token=${'0'.repeat(32)}`, {})).toBe(401);
    await raw(`${server.url}/?token=${token}`);
  });

  test('closes a connection with an oversized message, and refuses one too many', async () => {
    const server = await served(CONFIG, { limits: { ...Rosbridge.limits, sockets: 2 } });
    const first = await raw(server.url);
    const second = await raw(server.url);
    expect(await refused(server.url, {})).toBe(503);
    first.socket.send('x'.repeat(1 << 17));
    const [code] = (await once(first.socket, 'close')) as [number];
    expect(code).toBe(1009);
    expect(await second.ask({ op: 'call_service', service: '/rosapi/services' })).toMatchObject({ result: true });
  });
});
