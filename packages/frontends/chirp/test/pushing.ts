import { Keeper, scenarioOf } from './kit.js';
import { crowdedScene } from './scenes.js';

/** The hash of a crowd that pushes two boxes around. */
export async function pushingHash(): Promise<string> {
  const keeper = await Keeper.create();
  const world = crowdedScene({ robots: 24, noisemax: 0.1, half: 70, pushables: true });
  const run = await scenarioOf(world).open({ seed: 3, emit: keeper.emit });
  for (let round = 1; round <= 12; round++) {
    for (const robot of run.robots) {
      const left = ((robot * 7 + round * 13) % 31) + 5;
      const right = ((robot * 11 + round * 5) % 31) + 5;
      run.command({ kind: 'setspeed', robot, left, right }, 'test');
    }
    await run.advance({ until: round * 0.25 });
  }
  return keeper.hash();
}
