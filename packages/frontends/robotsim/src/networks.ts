/** Simulated networks and their keys, for front ends whose robots exchange messages too. */
export { SIM_NETWORK_KEYS } from './format/keys/network.js';
export { bandwidth } from './format/values/networks.js';
export { networkNamed, type NetworkValues } from './run/setup/networks.js';
