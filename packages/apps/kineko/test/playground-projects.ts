/** Projects for tests, opened by a link and as files for the command line. */
import { pathToFileURL } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { readdirSync, readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import type { Files } from './command-line.js';

/** The fragment of a link to a project; the first file is the configuration. */
export function fragmentOf(files: Files, seed?: number, settings?: string): string {
  const [config, ...others] = Object.entries(files).map(([name, content]) =>
    typeof content === 'string' ? { name, text: content } : { name, base64: Buffer.from(content).toString('base64') },
  );
  const state = { version: 1, config, files: others, seed, settings };
  return `#project=${deflateRawSync(JSON.stringify(state)).toString('base64url')}`;
}

/** The files of an example, its configuration first. `seconds` overrides its time limit. */
export function exampleFiles(id: string, config = 'robotsim.config', seconds?: number): Files {
  const folder = pathToFileURL(`${REPOSITORY}examples/${id}/`);
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  return {
    [config]: textOf(config).replace(/^simulation\.time = .*$/m, (line) =>
      seconds === undefined ? line : `simulation.time = ${seconds}`,
    ),
    ...Object.fromEntries(names.map((name) => [name, textOf(name)])),
  };
}

/** One robot with an algorithm. */
export function algorithm(body: string, head = ''): Files {
  return {
    'own.config': `process.num = 1
robot.size = 1
robot.algorithm = ./own.ts
bornpoint.random = true
simulation.time = 10
seed = 1
`,
    'own.ts': `import { AbstractAlgorithm } from 'kineko';
${head}
export class Own extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
${body}
  }
}
`,
  };
}

/** Everything that is loaded on demand: YAML, a picture, physics, equations; a file that imports another; an anonymous class. */
export function everyPart(): Files {
  return {
    'parts.yaml': `process.num: 3
robot.size: 2
robot.algorithm: ./own.ts
bornpoint1: 20, 50
bornpoint2: 20, 20
bornpoint3: 80, 80
world.width: 100
world.height: 100
obstacle1: bitmap, maps/walls.png, 60, 10, 2
obstacles:
  - { kind: box, x: 36, y: 46, width: 8, height: 8, density: 0.5 }
simulation.time: 4
seed: 5
`,
    'own.ts': `import { AbstractAlgorithm } from 'kineko';
import { speedOf } from './lib/speeds.js';

export default class extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    this.logger.info('has no name');
    if (this.robot.id === 1) await this.actuator.follow({ x: '10 * sin(t / 3)', y: '5 * t', duration: 8 });
    await this.actuator.moveTo({ x: 50 + 40 * this.random(), y: 50 }, speedOf(this.robot.id), 90);
  }
}
`,
    'lib/speeds.ts': `const least = 3,
  step: number = 2;
export const speedOf = (id: number): number => least + step * id;
`,
    'maps/walls.png': walls(),
  };
}

/** Author layers under processes without bodies. */
export function composite(): Files {
  return {
    'composite.config': `process.num = 4
algorithm = ./greeting.ts
protocol = ./counting.ts, UniformReliableBroadcast
network = RandomNetwork
RandomNetwork.lambda = 1
simulation.time = 100
seed = 3
`,
    'greeting.ts': `import { ActiveProtocol } from 'kineko';

export class Greeting extends ActiveProtocol<{ HELLO: string }> {
  protected async run(): Promise<void> {
    this.sendTo(this.process.others, 'HELLO', \`from \${this.process.name}\`);
    for (let missing = this.process.n - 1; missing > 0; missing--) this.logger.info((await this.receive()).content);
  }
}
`,
    'counting.ts': `import { Layer, type Outgoing, wrap, type Wrapped } from 'kineko';

export class Counting extends Layer<{ CARRIED: { number: number; inner: Wrapped } }> {
  private sent = 0;
  protected readonly handlers = {
    CARRIED: ({ number, inner }: { number: number; inner: Wrapped }, from: number) => {
      this.note('deliver', { message: \`\${from};\${number}\` });
      this.passUp(inner, from);
    },
  };

  send(message: Outgoing): void {
    this.sendTo(message.to, 'CARRIED', { number: ++this.sent, inner: wrap(message) });
  }
}
`,
  };
}

function walls(): Uint8Array {
  const canvas = createCanvas(6, 6);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 6, 6);
  context.fillStyle = '#000';
  context.fillRect(1, 1, 3, 2);
  return new Uint8Array(canvas.toBuffer('image/png'));
}
