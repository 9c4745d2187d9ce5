/** All catalogs of names for configurations. */
import { ALGORITHMS } from './algorithms.js';
import type { Catalog } from './catalog.js';
import { INITIALIZERS } from './initializers.js';
import { METRICS } from './metrics.js';
import { MOTIONS } from './motions.js';
import { NETWORKS } from './networks.js';
import { PROTOCOLS } from './protocols.js';
import { SENSORS } from './sensors.js';

export const catalogs = {
  algorithms: ALGORITHMS,
  initializers: INITIALIZERS,
  metrics: METRICS,
  motions: MOTIONS,
  networks: NETWORKS,
  protocols: PROTOCOLS,
  sensors: SENSORS,
} as const satisfies Readonly<Record<string, Catalog<unknown>>>;
