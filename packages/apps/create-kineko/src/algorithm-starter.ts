/** The algorithm of `kineko new algorithm` and of a new project. */
import { type Starter, type StarterNames, starterTest, testCommand } from './starter.js';

export function algorithmStarter({ className, fileName }: StarterNames): Starter {
  return {
    files: {
      [`${fileName}.ts`]: `import { AbstractAlgorithm, centroid } from 'kineko';

/** Moves to the centroid of the visible robots, then waits a second. */
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
      [`${fileName}.test.ts`]: starterTest(fileName, `robots of ${className} come closer to each other`, [
        `const begin = await runConfig(config, { set: { 'simulation.time': 0.001 } });`,
        `const end = await runConfig(config);`,
        `assert.equal(end.summary.robots, 10);`,
        `assert.ok(end.metrics.get('spread')! < begin.metrics.get('spread')!);`,
      ]),
    },
    next: [`kineko run ${fileName}.config`, testCommand(`${fileName}.test.ts`)],
  };
}
