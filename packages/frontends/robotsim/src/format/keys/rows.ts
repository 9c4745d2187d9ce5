/** Shapes that many rows of the tables share. */
export const ON = { type: 'boolean', default: 'true' } as const;
export const OFF = { type: 'boolean', default: 'false' } as const;
export const COUNT = { type: 'integer', range: { min: 1 } } as const;
export const PROBABILITY = { type: 'number', range: { min: 0, max: 1 } } as const;
export const POSITIVE = { type: 'number', range: { above: 0 } } as const;
/** A time that may be 0. */
export const SECONDS = { type: 'number', range: { min: 0 }, unit: 's' } as const;
/** A time that may not be 0. */
export const DURATION = { ...POSITIVE, unit: 's' } as const;
