/** What `kineko new` writes: small programs to begin with, each with a configuration and a test. */

export type StarterKind = 'algorithm' | 'protocol' | 'experiment';

export interface StarterNames {
  /** SwarmSearch */
  readonly className: string;
  /** swarm-search */
  readonly fileName: string;
}

export interface Starter {
  /** Texts by file name. */
  readonly files: Readonly<Record<string, string>>;
  /** What to try then. */
  readonly next: readonly string[];
}

/** Classes that the starters import, or bring along. */
export const TAKEN_NAMES: readonly string[] = ['AbstractAlgorithm', 'ActiveProtocol', 'Greeting', 'Layer'];

const testCommand = (fileName: string): string => `node --import kineko/register --test ${fileName}.test.ts`;

export const starters: Readonly<Record<StarterKind, (names: StarterNames) => Starter>> = {
  algorithm: ({ className, fileName }) => ({
    files: {
      [`${fileName}.ts`]: `import { AbstractAlgorithm, centroid } from 'kineko';

/** Goes to the middle of the robots it sees, and waits a little when it is there. */
export class ${className} extends AbstractAlgorithm {
  protected async doMotion() {
    const seen = await this.viewSensor.getRobotsInView(300);
    if (seen.length > 0) {
      const outcome = await this.actuator.moveTo(centroid(seen), 3 + 3 * this.random(), 45);
      this.logger.info(\`\${outcome.status} at \${outcome.at.toFixed(1)} s\`);
    }
    await this.sleep(1);
  }
}
`,
      [`${fileName}.config`]: `# kineko run ${fileName}.config
process.num = 10
robot.size = 5
robot.algorithm = ./${fileName}.ts
bornpoint.random = true
world.width = 400
world.height = 400

simulation.time = 300
seed = 1
metrics = distance, collisions, spread
`,
      [`${fileName}.test.ts`]: testOf(fileName, `robots of ${className} come closer to each other`, [
        `const begin = await runConfig(config, { set: { 'simulation.time': 0.001 } });`,
        `const end = await runConfig(config);`,
        `assert.equal(end.summary.robots, 10);`,
        `assert.ok(end.metrics.get('spread')! < begin.metrics.get('spread')!);`,
      ]),
    },
    next: [`kineko run ${fileName}.config`, testCommand(fileName)],
  }),

  protocol: ({ className, fileName }) => ({
    files: {
      [`${fileName}.ts`]: `import { ActiveProtocol, Layer, type Outgoing, wrap, type Wrapped } from 'kineko';

/** Carries the messages of those above it, and counts them: a layer to begin with. */
export class ${className} extends Layer<{ CARRIED: { number: number; inner: Wrapped } }> {
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

/** Tries it out: each process says hello to all others, and ends when it has been greeted by all. */
export class Greeting extends ActiveProtocol<{ HELLO: string }> {
  protected async run(): Promise<void> {
    const { process } = this;
    this.sendTo(process.others, 'HELLO', \`from \${process.name}\`);
    for (let missing = process.n - 1; missing > 0; missing--) {
      const { content } = await this.receive();
      this.logger.info(content);
    }
  }
}
`,
      [`${fileName}.config`]: `# kineko run ${fileName}.config -v
process.num = 4
algorithm = ./${fileName}.ts#Greeting
protocol = ./${fileName}.ts#${className}
network = RandomNetwork
RandomNetwork.lambda = 1

simulation.time = 100
seed = 1
`,
      [`${fileName}.test.ts`]: testOf(fileName, `${className} loses no message`, [
        `const { summary, records } = await runConfig(config);`,
        `assert.equal(summary.messages.delivered, 4 * 3);`,
        `assert.equal(records.filter(({ type }) => type === 'protocolEvent').length, 4 * 3);`,
      ]),
    },
    next: [`kineko run ${fileName}.config -v`, testCommand(fileName)],
  }),

  experiment: ({ className, fileName }) => ({
    files: {
      [`${fileName}.ts`]: `/** ${className}: how the number of robots changes how often they collide. */
import { pathToFileURL } from 'node:url';
import { runConfig } from 'kineko/testing';

const config = new URL('${fileName}.config', import.meta.url);

export async function collisions(robots: number, seed: number): Promise<number> {
  const { summary } = await runConfig(config, { seed, set: { 'process.num': robots } });
  return summary.collisions;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log('robots,seed,collisions');
  for (const robots of [5, 10, 20]) {
    for (let seed = 1; seed <= 5; seed++) console.log([robots, seed, await collisions(robots, seed)].join(','));
  }
}
`,
      [`${fileName}.config`]: `# what is varied: see ${fileName}.ts
process.num = 10
robot.size = 10
robot.algorithm = RandomMovement
RandomMovement.side = 300
bornpoint.random = true
world.width = 300
world.height = 300

simulation.time = 200
`,
      [`${fileName}.test.ts`]: `import assert from 'node:assert/strict';
import test from 'node:test';
import { collisions } from './${fileName}.ts';

test('a crowd collides more often than a few', async () => {
  assert.ok((await collisions(20, 1)) > (await collisions(2, 1)));
});

test('the same seed gives the same run', async () => {
  assert.equal(await collisions(10, 3), await collisions(10, 3));
});
`,
    },
    next: [`node --import kineko/register ${fileName}.ts`, testCommand(fileName)],
  }),
};

function testOf(fileName: string, sentence: string, lines: readonly string[]): string {
  return `import assert from 'node:assert/strict';
import test from 'node:test';
import { runConfig } from 'kineko/testing';

const config = new URL('${fileName}.config', import.meta.url);

test('${sentence}', async () => {
${lines.map((line) => `  ${line}\n`).join('')}});

test('the same seed gives the same run', async () => {
  assert.equal((await runConfig(config, { seed: 3 })).hash, (await runConfig(config, { seed: 3 })).hash);
});
`;
}
