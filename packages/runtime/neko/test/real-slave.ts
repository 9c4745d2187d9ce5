/** A slave for the tests of real networks: prints its port, takes part in one run, and ends. */
import { algorithms } from './real-algorithms.js';
import { stackAlgorithms } from './real-stacks.js';
import { slaveMain } from './slave-main.js';

process.exitCode = await slaveMain(new Map([...algorithms, ...stackAlgorithms]), {
  args: process.argv.slice(2),
  env: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
});
