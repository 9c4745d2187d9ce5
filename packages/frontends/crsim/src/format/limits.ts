/** Limits of models, so that no file takes unbounded time or memory. */

/** A minute. */
export const MAX_STEP_MILLIS = 60_000;
/** Characters of a name. */
export const MAX_NAME = 64;
export const MAX_ROBOTS = 1024;
export const MAX_SENSORS = 64;
/** Cells of a grid world. */
export const MAX_CELLS = 4_194_304;
/** Lengths and coordinates in units; the world could hold more. */
export const MAX_LENGTH = 1e6;
/** Ids of sensors go from 0 to this. */
export const MAX_SENSOR_ID = 65_535;
