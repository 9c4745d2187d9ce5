/** Defaults that are derived from other keys. */
import type { ConfigView } from './config-view.js';

interface Derived {
  readonly value: unknown;
  /** The key from which it is derived, if that key was given. */
  readonly from?: string;
}

const DEFAULT_SIDE = 800;

const DERIVED: Readonly<Record<string, (config: ConfigView) => Derived | undefined>> = {
  'process.num': processes,
  'world.width': (config) => side(config, 'animation.panel.width'),
  'world.height': (config) => side(config, 'animation.panel.height'),
  'world.response': (config) => {
    const value = config.get('ghost_mode') ? 'none' : 'stop';
    return { value, ...(config.has('ghost_mode') && { from: 'ghost_mode' }) };
  },
  'robot.algorithm': (config) => ifGiven(config, 'algorithm'),
  'BasicNetwork.lambda': lambda,
  'RandomNetwork.lambda': lambda,
  'MetricNetwork.lambda': lambda,
};

/** Undefined if the default is not derived from another key. */
export function derivedOf(key: string, config: ConfigView): Derived | undefined {
  return Object.hasOwn(DERIVED, key) ? DERIVED[key]!(config) : undefined;
}

/** Synonyms of keys, which override them if they have a higher precedence: `--set` over a file. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  'world.response': 'ghost_mode',
  'robot.algorithm': 'algorithm',
};

function processes(config: ConfigView): Derived {
  let highest: { readonly number: number; readonly key: string } | undefined;
  for (const { pattern, number = 0, key } of config.known()) {
    if (pattern === 'bornpoint<k>' && number > (highest?.number ?? 0)) highest = { number, key };
  }
  if (highest !== undefined) return { value: highest.number, from: highest.key };
  const slaves = config.get('slave').length;
  return { value: slaves + 1, ...(slaves > 0 && { from: 'slave' }) };
}

function side(config: ConfigView, panel: 'animation.panel.width' | 'animation.panel.height'): Derived {
  return ifGiven(config, panel) ?? { value: DEFAULT_SIDE };
}

function lambda(config: ConfigView): Derived {
  return ifGiven(config, 'network.lambda') ?? { value: config.get('network.lambda') };
}

function ifGiven(
  config: ConfigView,
  key: 'algorithm' | 'network.lambda' | 'animation.panel.width' | 'animation.panel.height',
): Derived | undefined {
  const value = config.has(key) ? config.get(key) : undefined;
  return value === undefined ? undefined : { value, from: key };
}
