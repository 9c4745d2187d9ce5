/** Simulated networks and their keys, for front ends whose robots exchange messages too. */
export { NetworkSettings } from './format/network-settings.js';
export { networkNamed } from './run/setup/networks.js';
