import type { Check } from '../config-view.js';
import { checkCrashes } from './crashes.js';
import { checkHeartbeatNetwork, checkNeeds, checkNetworkOptions, checkRange } from './network.js';
import { checkAlgorithms, checkBornPoints, checkNumbers, checkResponse, checkSimulation } from './robots.js';

export const CHECKS: readonly Check[] = [
  checkSimulation,
  checkAlgorithms,
  checkBornPoints,
  checkNumbers,
  checkResponse,
  checkNetworkOptions,
  checkNeeds,
  checkRange,
  checkHeartbeatNetwork,
  checkCrashes,
];
