/** A hundred thousand invalid lines per seed, to controller slots, panels and viewers. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Line, RobotLink } from '../src/run/robots/link.js';
import { Panels } from '../src/run/session/panels.js';
import { parseLine } from '../src/run/steps/requests.js';
import { ControllerSlots } from '../src/run/robots/controller-slots.js';
import { Session } from '../src/run/session/session.js';
import { LineSocket } from '../src/node/line-socket.js';
import { Random } from '@kineko/kernel';
import type { Soak } from '@kineko/tools/soak/soak';
import { fuzzedLine, nonsense } from '../test/fuzzed-lines.js';
import { planOf } from '../test/small-environment.js';

const LINES = 100_000;
/** Lines of one connection; one more invalid line ends it. */
const PER_CONNECTION = 20;

const MODEL = `<environment width="100" depth="100">
<robot name="good" x="20" z="50" radius="1"><sensor id="2" type="sonar" range="25"/></robot></environment>`;

const CLOCK = { now: () => 0, after: () => () => {} };

export const soaks: Soak[] = [
  {
    name: 'lines that make no sense',
    seeds: 10,
    run: async (seed) => {
      const stream = new Random(seed).stream('lines');
      const plan = await planOf(MODEL);
      const { model, catalogue } = plan;
      const slots = new ControllerSlots({ model, catalogue, millisPerStep: () => 100, clock: CLOCK });
      const session = new Session({
        clock: CLOCK,
        load: () => Promise.reject(new Error('nothing is loaded here')),
        seed: () => 1,
      });
      const ports = { get: () => 0, set: () => Promise.resolve(0) };
      const panels = new Panels({ session, ports, isToken: () => false, clock: CLOCK });
      let [errors, changes] = [0, 0];
      const before = process.memoryUsage().rss;
      for (let sent = 0; sent < LINES; sent += 2 * PER_CONNECTION) {
        errors += await robotHears(slots, stream, () => changes++);
        errors += await panelHears(panels, stream);
      }
      if (changes > 0) throw new Error(`${changes} requests were taken of lines that make no sense`);
      if (session.state !== 0) throw new Error('a panel that has no token has changed the state');
      if (errors < LINES / 4) throw new Error(`only ${errors} lines were answered with an error`);
      return { sums: { lines: LINES, errors }, most: { 'MiB more': (process.memoryUsage().rss - before) / 2 ** 20 } };
    },
  },
];

async function robotHears(
  slots: ControllerSlots,
  stream: ReturnType<Random['stream']>,
  changed: () => void,
): Promise<number> {
  const { socket, feed } = memorySocket();
  let errors = 0;
  const link: RobotLink = {
    waitingBytes: 0,
    send: ({ content }: Line) => void (errors += 'error' in content ? 1 : 0),
    setFlow: () => {},
    close: () => {},
  };
  const controller = slots.admit({ name: 'good' }, link);
  slots.ask(0);
  socket.listen({
    line: (text) => controller.receive(() => parseLine(text)),
    bad: (why) => controller.reject(why),
    closed: () => {},
  });
  for (let i = 0; i < PER_CONNECTION; i++) feed(`${nonsense(stream)}\n`);
  await settled();
  if ((slots.take() ?? []).length > 0) changed();
  controller.left();
  return errors;
}

async function panelHears(panels: Panels, stream: ReturnType<Random['stream']>): Promise<number> {
  const { socket, feed } = memorySocket();
  let errors = 0;
  const panel = panels.connect(
    { waitingBytes: 0, send: (content) => void (errors += 'error' in content ? 1 : 0), close: () => {} },
    { hasToken: false, needsToken: false },
  );
  socket.listen({
    line: (text) => panel.receive(() => parseLine(text)),
    bad: (why) => panel.receive(() => ({ why })),
    closed: () => {},
  });
  for (let i = 0; i < PER_CONNECTION; i++) feed(`${fuzzedLine(stream)}\n`);
  await settled();
  panel.left();
  return errors;
}

/** A connection without a socket. */
function memorySocket() {
  const duplex = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  Object.assign(duplex, { setNoDelay: () => {}, setKeepAlive: () => {} });
  const socket = new LineSocket(duplex as unknown as Socket);
  return { socket, feed: (text: string) => void duplex.push(text) };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
