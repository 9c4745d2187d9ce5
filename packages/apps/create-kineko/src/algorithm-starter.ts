/** The algorithm of `kineko new algorithm` and of a new project. */
import { type Starter, type StarterNames, starterOf } from './starter.js';

export function algorithmStarter({ className, fileName }: StarterNames): Starter {
  return starterOf(fileName, {
    program: `import { AbstractAlgorithm, cosDegrees, sinDegrees, type Vector } from 'kineko';

const CENTRE: Vector = { x: 100, y: 100 };

/** Drives to a free position on a circle, around other robots that are in the way. */
export class ${className} extends AbstractAlgorithm {
  private readonly radius = this.parameters.number('radius', 80);
  private target: Vector | undefined;

  /** One round; Kineko calls it again until this robot is finished. */
  protected async doMotion() {
    this.target ??= targets(await this.gps.getAllPosition(0), this.radius)[this.robot.id]!;
    const outcome = await this.actuator.moveTo(this.target, 10, 180); // 10 m/s, 180 degrees per second
    this.logger.info(\`\${outcome.status} at \${outcome.at.toFixed(1)} s\`);
    if (outcome.status === 'finished') return this.finish();
    await this.actuator.turn(180, 90);
    await this.actuator.forward(10, 10);
  }
}

/** One target per robot. All robots compute the same list, because all see the same positions at t = 0. */
function targets(robots: readonly Vector[], radius: number): Vector[] {
  const list = robots.map((_, k) => {
    const angle = (360 * k) / robots.length;
    return { x: CENTRE.x + radius * cosDegrees(angle), y: CENTRE.y + radius * sinDegrees(angle) };
  });
  // Two robots swap their targets if that shortens their paths, so that few paths cross.
  for (let hasSwapped = true; hasSwapped;) {
    hasSwapped = false;
    for (const [i, a] of robots.entries()) {
      for (const [j, b] of robots.slice(0, i).entries()) {
        const [p, q] = [list[i]!, list[j]!];
        if ((a.x - b.x) * (p.x - q.x) + (a.y - b.y) * (p.y - q.y) >= 0) continue;
        [list[i], list[j]] = [q, p];
        hasSwapped = true;
      }
    }
  }
  return list;
}
`,
    config: `# npx kineko run ${fileName}.config
process.num = 10
robot.size = 5
robot.algorithm = ./${fileName}.ts
${className}.radius = 80
bornpoint.random = true
world.width = 200
world.height = 200

# Ends when all robots are finished, or at this time limit.
finish.robots = all
simulation.time = 60
seed = 1
metrics = distance, collisions
`,
    test: [
      'all robots reach the circle without a collision',
      [
        `for (let seed = 1; seed <= 5; seed++) {`,
        `  const { summary } = await runConfig(config, { seed });`,
        `  assert.equal(summary.stoppedBy, 'finished', \`seed \${seed}\`);`,
        `  assert.equal(summary.collisions, 0, \`seed \${seed}\`);`,
        `}`,
      ],
    ],
    run: `npx kineko run ${fileName}.config`,
  });
}
