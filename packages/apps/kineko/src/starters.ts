/** Starters of `kineko new`: small programs, each with a configuration and a test. */
import { algorithmStarter, starterOf } from 'create-kineko';

export type StarterKind = 'algorithm' | 'protocol' | 'experiment';

/** Classes that the starters import or declare. */
export const TAKEN_NAMES: readonly string[] = ['AbstractAlgorithm', 'ActiveProtocol', 'Greeting', 'Layer'];

export const starters: Readonly<Record<StarterKind, typeof algorithmStarter>> = {
  algorithm: algorithmStarter,

  protocol: ({ className, fileName }) =>
    starterOf(fileName, {
      program: `import { ActiveProtocol, Layer, type Outgoing, wrap, type Wrapped } from 'kineko';

/** Numbers the messages of the layers above. */
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

/** Uses it: each process sends a hello to all others, and ends when it has received all of theirs. */
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
      config: `# npx kineko run ${fileName}.config -v
process.num = 4
algorithm = ./${fileName}.ts#Greeting
protocol = ./${fileName}.ts#${className}
network = RandomNetwork
RandomNetwork.lambda = 1

# Ends when each process has received the messages of the three others, or at this time limit.
finish.messages = 12
simulation.time = 100
seed = 1
`,
      test: [
        `${className} loses no message`,
        [
          `const { summary, records } = await runConfig(config);`,
          `assert.equal(summary.stoppedBy, 'finished');`,
          `assert.equal(summary.messages.delivered, 4 * 3);`,
          `assert.equal(records.filter(({ type }) => type === 'protocolEvent').length, 4 * 3);`,
        ],
      ],
      run: `npx kineko run ${fileName}.config -v`,
    }),

  experiment: ({ className, fileName }) =>
    starterOf(fileName, {
      program: `/** ${className}: how the number of robots changes how often they collide. */
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
      config: `# ${fileName}.ts varies the number of robots
process.num = 10
robot.size = 10
robot.algorithm = RandomMovement
RandomMovement.side = 300
bornpoint.random = true
world.width = 300
world.height = 300

simulation.time = 200
`,
      test: `import assert from 'node:assert/strict';
import test from 'node:test';
import { collisions } from './${fileName}.ts';

test('a crowd collides more often than a few', async () => {
  assert.ok((await collisions(20, 1)) > (await collisions(2, 1)));
});

test('the same seed gives the same run', async () => {
  assert.equal(await collisions(10, 3), await collisions(10, 3));
});
`,
      run: `node --import kineko/register ${fileName}.ts`,
    }),
};
