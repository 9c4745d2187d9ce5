/** What a process of a run over real networks can run: the algorithms it has, on stacks of the protocols it has. */
import type { Algorithm, Algorithms } from '@kineko/neko/real';
import { NekoConfig } from '../format/config.js';
import { ALGORITHM_WANTED, ALGORITHMS, type ProcessClass } from '../run/setup/algorithms.js';
import type { FoundClass } from '../run/setup/classes.js';
import { buildStack, LAYER_WANTED, type NamedPart } from '../run/setup/stack.js';
import { Oracles } from '../run/setup/oracles.js';

/** What the master tells all processes, besides the name of the algorithm: plain data. */
export interface RealParameters {
  /** Names of the protocols, bottom first, links that were added included. */
  readonly stack: readonly string[];
  /** The values of the configuration, as they would be written. */
  readonly config: Readonly<Record<string, string>>;
  /** What the configuration says to classes. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface OwnParts {
  /** Classes of authors, by name. */
  readonly algorithms?: readonly FoundClass<ProcessClass>[];
  readonly protocols?: readonly NamedPart[];
}

/** What a user's files bring along. */
export function ownParts(modules: readonly Readonly<Record<string, unknown>>[]): OwnParts {
  const exported = modules.flatMap((module) => Object.values(module));
  const algorithms = exported.flatMap((each): FoundClass<ProcessClass>[] => {
    const item = ALGORITHM_WANTED.take(each);
    return item?.kind === 'process' ? [{ name: (each as { readonly name: string }).name, item: item.create }] : [];
  });
  return { algorithms, protocols: exported.flatMap((each) => LAYER_WANTED.take(each) ?? []) };
}

/** All that this process has: what is built in, and what its user brought along. It runs nothing else, whoever asks. */
export function realAlgorithms({ algorithms = [], protocols = [] }: OwnParts = {}): Algorithms {
  const builtIn = ALGORITHMS.entries.flatMap(({ name, item }) =>
    item.kind === 'process' ? [{ name, item: item.create }] : [],
  );
  const parts = new Map(protocols.map((part) => [part.name, part]));
  return new Map([...builtIn, ...algorithms].map(({ name, item }) => [name, onStack(item, parts)]));
}

function onStack(create: ProcessClass, own: ReadonlyMap<string, NamedPart>): Algorithm {
  return (process, context) => {
    const { stack, config: values } = context.parameters as RealParameters;
    const config = NekoConfig.of(values);
    const parts = stack.map((name) => own.get(name) ?? builtIn(name));
    const oracles = new Oracles(config, () => []);
    const algorithm = new create(process);
    algorithm.setId('algorithm');
    algorithm.setSender(buildStack({ parts, remarks: [] }, process, oracles, (name) => process.parameters(name)));
    algorithm.launch();
    // What has no program of its own answers messages, and never comes to an end.
    return () => (algorithm as { readonly hasFinished?: boolean }).hasFinished === true;
  };
}

function builtIn(name: string): NamedPart {
  const entry = LAYER_WANTED.catalog.find(name);
  if (entry === undefined) {
    throw new Error(
      `there is no protocol '${name}' here: a process runs only those it has (${LAYER_WANTED.catalog.describe()})`,
    );
  }
  return entry.item;
}
