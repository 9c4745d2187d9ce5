/** The algorithms and protocols that a process of a run over real networks can run. */
import type { Algorithm, Algorithms } from '@kineko/neko/real';
import { NekoConfig } from '../format/config.js';
import { ALGORITHM_WANTED, ALGORITHMS, type ProcessClass } from '../run/setup/algorithms.js';
import type { FoundClass } from '../run/setup/classes.js';
import { buildStack, LAYER_WANTED, type NamedPart } from '../run/setup/stack.js';
import { Oracles } from '../run/setup/oracles.js';

/** Data that the master sends to all processes, besides the name of the algorithm. */
export interface RealParameters {
  /** Names of the protocols, bottom first, links that were added included. */
  readonly stack: readonly string[];
  /** The values of the configuration, in the syntax of properties. */
  readonly config: Readonly<Record<string, string>>;
  /** Parameters by class. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface OwnParts {
  /** Classes of authors, by name. */
  readonly algorithms?: readonly FoundClass<ProcessClass>[];
  readonly protocols?: readonly NamedPart[];
}

/** The algorithms and protocols in a user's files. */
export function ownParts(modules: readonly Readonly<Record<string, unknown>>[]): OwnParts {
  const exported = modules.flatMap((module) => Object.values(module));
  const algorithms = exported.flatMap((each): FoundClass<ProcessClass>[] => {
    const item = ALGORITHM_WANTED.take(each);
    return item?.kind === 'process' ? [{ name: (each as { readonly name: string }).name, item: item.create }] : [];
  });
  return { algorithms, protocols: exported.flatMap((each) => LAYER_WANTED.take(each) ?? []) };
}

/**
 * All algorithms of this process, built in or from its user's files. The process runs no others, whatever the master
 * requests.
 */
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
    const below = buildStack({ parts, remarks: [] }, process, oracles, (name) => process.parameters(name));
    const algorithm = new create(process);
    algorithm.setId('algorithm');
    algorithm.setSender(below);
    algorithm.launch();
    // A protocol without its own program only answers messages, and never ends.
    return () => (algorithm as { readonly hasFinished?: boolean }).hasFinished === true;
  };
}

function builtIn(name: string): NamedPart {
  const entry = LAYER_WANTED.catalog.find(name);
  if (entry === undefined) {
    throw new Error(`unknown protocol '${name}': ${LAYER_WANTED.catalog.describe()}`);
  }
  return entry.item;
}
