/** The algorithms of an external program, which take the place of those that a configuration names. */
import type { NekoConfig } from '../../format/config.js';
import { ALGORITHM_WANTED, type AlgorithmItem } from './algorithms.js';
import { type FoundClass, nameOf } from './classes.js';

export class ProgramAlgorithms {
  private readonly found: readonly FoundClass<AlgorithmItem>[];

  constructor(exports: Readonly<Record<string, unknown>>) {
    this.found = Object.entries(exports).flatMap(([key, exported]) => {
      const item = ALGORITHM_WANTED.take(exported);
      return item === undefined ? [] : [{ name: nameOf(exported, key), item }];
    });
  }

  get names(): readonly string[] {
    return this.found.map(({ name }) => name);
  }

  /**
   * The algorithm of a robot: the one that the configuration names, or the only one if the configuration names none of them.
   * Returns undefined if the robot has an algorithm of another origin, and a message if the choice is open.
   */
  choose(config: NekoConfig, id: number): FoundClass<AlgorithmItem> | string | undefined {
    const { found, names } = this;
    const named = config.of(id, 'robot.algorithm');
    const own = found.find(({ name }) => name === named);
    if (own !== undefined || found.length === 0 || this.isNamedIn(config)) return own;
    if (found.length === 1) return found[0];
    const got = named === undefined ? 'nothing' : JSON.stringify(named);
    return `robot.algorithm: expected one of the algorithms of the program (${names.join(', ')}), got ${got}; choose one with --set robot.algorithm=${names[0]}`;
  }

  /** Whether the configuration names one of them for some robot. */
  private isNamedIn(config: NekoConfig): boolean {
    const ids = config.singledOut(['robot.algorithm']);
    const used = [config.get('robot.algorithm'), ...ids.map((id) => config.of(id, 'robot.algorithm'))];
    return used.some((name) => name !== undefined && this.names.includes(name));
  }
}
