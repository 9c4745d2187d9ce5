/** Checks options of networks and failure detectors that need other settings. */
import type { ConfigKey } from '../keys/keys.js';
import type { Check, ConfigView } from '../config-view.js';
import { simpleName } from './class-names.js';

const BUILT_IN = ['BasicNetwork', 'RandomNetwork', 'MetricNetwork'] as const;

/** Warns of options of networks that are not chosen. */
export const checkNetworkOptions: Check = (config, say) => {
  const chosen = config.get('network').map(simpleName);
  const unused = (key: string, of: string): void => {
    if (config.changes(key))
      say('warning', key, `${key} is not used: ${of} is not among the networks (${chosen.join(', ')})`);
  };
  for (const name of BUILT_IN)
    if (!isChosen(chosen, name)) for (const key of optionsOf(config, name)) unused(key, name);
  if (!isChosen(chosen, 'MetricNetwork')) unused('network.multicast', 'MetricNetwork');
};

/** `Random` and `RandomChannel` count as `RandomNetwork`. */
function isChosen(chosen: readonly string[], name: string): boolean {
  const stem = name.replace('Network', '').toLowerCase();
  return chosen.some((each) => each.toLowerCase().startsWith(stem));
}

function optionsOf(config: ConfigView, name: string): string[] {
  return [...config.known()].map(({ key }) => key).filter((key) => key.startsWith(`${name}.`));
}

interface Need {
  readonly key: string;
  /** Whether the key has an effect. Default: whenever it is given. */
  readonly isOn?: (config: ConfigView) => boolean;
  readonly needs: readonly ConfigKey[];
}

const isTrue = (key: 'heartbeat' | 'fd.simulated' | 'fd.simulatedWithWrongSuspicions') => (config: ConfigView) =>
  config.get(key);

const BURSTS = ['network.bursts.toBad', 'network.bursts.toGood'] as const;

const NEEDS: readonly Need[] = [
  { key: 'network.bursts.toBad', needs: ['network.bursts.toGood'] },
  { key: 'network.bursts.toGood', needs: ['network.bursts.toBad'] },
  { key: 'network.bursts.lossInBad', needs: BURSTS },
  { key: 'network.bursts.lossInGood', needs: BURSTS },
  { key: 'network.spikes.probability', needs: ['network.spikes.delay'] },
  { key: 'network.spikes.distribution', needs: ['network.spikes.delay'] },
  { key: 'network.range.attenuation', needs: ['network.range.reach'] },
  { key: 'heartbeat', isOn: isTrue('heartbeat'), needs: ['heartbeat.send', 'heartbeat.timeout'] },
  { key: 'fd.simulated', isOn: isTrue('fd.simulated'), needs: ['fd.simulated.detectionTime'] },
  {
    key: 'fd.simulatedWithWrongSuspicions',
    isOn: isTrue('fd.simulatedWithWrongSuspicions'),
    needs: ['fd.simulatedWithWrongSuspicions.tMR', 'fd.simulatedWithWrongSuspicions.tM'],
  },
];

export const checkNeeds: Check = (config, say) => {
  for (const { key, isOn, needs } of NEEDS) {
    if (!config.changes(key) || isOn?.(config) === false) continue;
    const missing = needs.filter((each) => !config.has(each));
    if (missing.length > 0) say('error', key, `${key} needs ${missing.join(' and ')} too`);
  }
  if (config.changes('network.duplication.delay') && config.get('network.duplication') === 0) {
    const key = 'network.duplication.delay';
    say('warning', key, `${key} is not used: network.duplication is 0`);
  }
};

/** The range of messages needs positions, so it needs robots. */
export const checkRange: Check = (config, say) => {
  if (config.hasRobots) return;
  for (const { key } of config.known()) {
    if (key.startsWith('network.range.') && config.changes(key))
      say('error', key, `${key} needs robots: processes without bodies have no positions`);
  }
};

export const checkHeartbeatNetwork: Check = (config, say) => {
  const key = 'heartbeat.network.index';
  const networks = config.get('network').length;
  const index = config.get(key);
  if ((config.get('heartbeat') || config.changes(key)) && index >= networks)
    say('error', key, `${key}: expected the index of a network, from 0 to ${networks - 1}, got ${index}`);
};
