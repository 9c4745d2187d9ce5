/**
 * Requests of 200 controllers over UDP, set and get, in the report's scene: CPU time of the server per request, with and without
 * a trace, and response times at 62.5 Hz. The reference is a server that echoes, with the same controllers.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import process from 'node:process';
import { ChirpServer } from '../src/node/server.js';
import type { RecordHandler } from '@kineko/formats/trace';
import { Recording, ResultHash } from '@kineko/run';
import { type Clock, wallClock } from '@kineko/server';
import type { Alternative, Comparison, Target } from '@kineko/tools/bench/comparison';
import { scenarioOf } from '../test/kit.js';
import { crowdedScene } from '../test/scenes.js';
import { answersTo, percentile } from './controllers.js';

const ROBOTS = 200;
/** Milliseconds between two rounds of a controller. */
const ROUND_MS = 16;
/** Duration of the measurement of response times. */
const SECONDS = 5;
/** Rounds of each controller, before and during the measurement of CPU time. */
const ROUNDS = 100;

/** A server under test. */
interface Served {
  readonly port: number;
  close(): Promise<void>;
}

type Serve = (onRequest: () => void, clock?: Clock) => Promise<Served>;

const CPU: Target = { figure: 'Chirp, CPU time per request', compares: 'at most', must: 50, aim: 30 };
const P99: Target = { figure: 'Chirp, 99th percentile ÷ echo', compares: 'cost', must: 1.5, aim: 1.2 };

export const comparisons: Comparison[] = [
  {
    name: 'Chirp, CPU time of the server per request',
    n: ROBOTS,
    unit: 'µs',
    alternatives: [
      { name: 'echo', setUp: () => () => cpuPerRequest(echo) },
      { name: 'without a trace', setUp: () => () => cpuPerRequest(chirp()), target: CPU },
      { name: 'with a trace', setUp: () => () => cpuPerRequest(traced) },
    ] satisfies Alternative[] as unknown as [Alternative],
  },
  {
    name: 'Chirp, reciprocal of the 99th percentile of the response time',
    n: ROBOTS,
    unit: '/s',
    takes: 3,
    needsIdleMachine: true,
    alternatives: [
      { name: 'echo', setUp: () => () => responses(echo) },
      { name: 'without a trace', setUp: () => () => responses(chirp()), target: P99 },
    ],
  },
];

/** Controllers without pauses, and a clock that advances with their requests: the machine's speed does not count. */
async function cpuPerRequest(serve: Serve): Promise<number> {
  let requests = 0;
  const msPerRequest = ROUND_MS / (2 * ROBOTS);
  const clock: Clock = { ...wallClock, now: () => requests * msPerRequest };
  const served = await serve(() => requests++, clock);
  const load = { port: served.port, robots: ROBOTS, everyMs: 0, rounds: ROUNDS };
  await answersTo(load);
  const [before, begun] = [requests, process.cpuUsage()];
  await answersTo(load);
  const { user, system } = process.cpuUsage(begun);
  const count = requests - before;
  await served.close();
  return (user + system) / count;
}

async function responses(serve: Serve): Promise<number> {
  const served = await serve(() => {});
  const load = { port: served.port, robots: ROBOTS, everyMs: ROUND_MS };
  const { latenciesMs } = await answersTo({ ...load, seconds: SECONDS, warmUpSeconds: 5 });
  await served.close();
  return 1000 / percentile(latenciesMs, 0.99);
}

const echo: Serve = async (onRequest) => {
  const socket = createSocket('udp4');
  socket.on('message', (datagram, { address, port }) => {
    onRequest();
    socket.send(datagram, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const close = async (): Promise<void> => {
    socket.close();
    await once(socket, 'close');
  };
  return { port: socket.address().port, close };
};

function chirp(emit?: RecordHandler): Serve {
  return async (onRequest, clock) => {
    const scenario = scenarioOf(crowdedScene({ robots: ROBOTS }), { dynamics: 'analytic' });
    // The controllers of the warm-up have other ports.
    const server = await ChirpServer.open(scenario, {
      seed: 1,
      port: 0,
      owners: false,
      ...(emit && { emit }),
      ...(clock && { clock }),
    });
    const { handler } = server;
    const receive = handler.receive.bind(handler);
    handler.receive = (datagram, caller) => {
      onRequest();
      receive(datagram, caller);
    };
    const over = server.run.advance();
    const close = async (): Promise<void> => {
      server.run.stop();
      server.poke();
      await over;
      await server.close();
    };
    return { port: server.port.port, close };
  };
}

const traced: Serve = async (onRequest, clock) => {
  const recording = new Recording([await ResultHash.create()]);
  return chirp(recording.emit)(onRequest, clock);
};
