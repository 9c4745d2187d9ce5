/** Five processes elect a leader and execute its commands; the leader crashes, and the next one takes over. */
import { NekoSystem, RandomChannel, SimNetwork } from 'kineko/engine';
import { composite, type Stack } from './stack.js';

const stacks: Stack[] = [];
const system = new NekoSystem({
  n: 5,
  seed: 3,
  networks: (host) => [new SimNetwork(host, new RandomChannel(host))],
  initializer: (process) => void stacks.push(composite(process, console.log)),
});

for (let order = 1; order <= 6; order++) {
  await system.run({ until: 20 * order });
  // All processes try, but only the leader issues the command.
  for (const { orders } of stacks) orders.give(`order ${order}`);
  if (order === 2) {
    system.process(0).crash();
    console.log(`t = ${system.simulator.now.toFixed(1)}: p0 crashes`);
  }
}
await system.run({ until: 160 });
for (const { detector } of stacks) detector.stop();
const { stoppedBy } = await system.run();
console.log(`stopped by: ${stoppedBy}`);
for (const [id, { orders }] of stacks.entries()) console.log(`p${id}: ${orders.done.join(', ')}`);
