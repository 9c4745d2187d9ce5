/** Faults planted in the protocols of the package, one text each. */
import type { Mutant } from './mutant.js';
import { broadcastMutants } from './mutants-broadcasts.js';
import { consensusMutants } from './mutants-consensus.js';
import { linkMutants, otherMutants } from './mutants-links.js';
import { recoveryMutants } from './mutants-recovery.js';

export const protocolMutants: readonly Mutant[] = [
  ...linkMutants,
  ...broadcastMutants,
  ...consensusMutants,
  ...recoveryMutants,
  ...otherMutants,
];
