/**
 * A slave for the tests of real networks: prints its port, takes part in one run, and ends. With a channel to its parent, it takes
 * part in one run per message, and sends the exit code of each.
 */
import { algorithms } from './real-algorithms.js';
import { stackAlgorithms } from './real-stacks.js';
import { slaveMain } from './slave-main.js';

function takePart(): Promise<number> {
  return slaveMain(new Map([...algorithms, ...stackAlgorithms]), {
    args: process.argv.slice(2),
    env: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
  });
}

if (process.send === undefined) process.exitCode = await takePart();
else process.on('message', () => void takePart().then((code) => process.send!(code)));
