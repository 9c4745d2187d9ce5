import { type Resolved, SCALAR_CODECS, Settings, SettingsTable } from '@kineko/run/settings';
import type { ConfigValues } from './keys/keys.js';
import { SIM_NETWORK_KEYS } from './keys/network.js';
import { bandwidth } from './values/networks.js';

export type NetworkValues = Pick<ConfigValues, keyof typeof SIM_NETWORK_KEYS>;

/** Settings of a front end whose robots exchange messages over a simulated network: its own keys, and those of networks. */
export class NetworkSettings<Values extends object> extends Settings<Values & NetworkValues> {
  /** @param lambda The value of `network.lambda` if none is given. */
  constructor(own: SettingsTable['groups'][number], lambda: string) {
    const keys = { ...SIM_NETWORK_KEYS, 'network.lambda': { ...SIM_NETWORK_KEYS['network.lambda'], default: lambda } };
    super(new SettingsTable([own, { name: 'network', title: 'Networks', keys }], { ...SCALAR_CODECS, bandwidth }));
  }

  protected override defaultOf(key: string): Resolved | undefined {
    return key.endsWith('Network.lambda') ? this.resolve('network.lambda') : super.defaultOf(key);
  }
}
