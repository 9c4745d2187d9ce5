/** The networks of a configuration: built-in ones, and channels of authors. */
import { hasMethod, type Wanted } from './classes.js';
import { type ChannelClass, type NetworkPart, NETWORKS } from './networks.js';

export const NETWORK_WANTED: Wanted<NetworkPart> = {
  what: 'a network',
  explained: 'a class that extends Channel, made with the host',
  catalog: NETWORKS,
  take: (exported) => {
    if (!hasMethod(exported, 'carry')) return undefined;
    const create = exported as unknown as ChannelClass;
    // Nothing is known of its order.
    return { keepsOrder: false, make: (host) => new create(host) };
  },
};
