/** Loads files as authors' and prints, as JSON, what came of each: a process of its own, since jest has its own loader. */
import { resolve } from 'node:path';
import { authorFrame, NodeHost } from '@kineko/run/node';

const [scenario = '', ...paths] = process.argv.slice(2);
const host = new NodeHost();
const results: unknown[] = [];
for (const path of paths) {
  try {
    const exports = await host.loadModule(path, { path: resolve(scenario), bytes: new Uint8Array() });
    results.push({ exports, ...(await outcomeOf(exports['run'])) });
  } catch (error) {
    const { name, message, problems } = error as { name: string; message: string; problems?: unknown };
    results.push({ name, message, problems });
  }
}
process.stdout.write(JSON.stringify(results));

/** Result of a function that the file exports. */
async function outcomeOf(run: unknown): Promise<object> {
  if (typeof run !== 'function') return {};
  try {
    return { ran: await (run as () => unknown)() };
  } catch (error) {
    return { threw: String(error), frame: authorFrame(error) };
  }
}
