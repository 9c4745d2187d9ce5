/** One degree in radians. Records have radians, lines have degrees. */
export const DEGREE = Math.PI / 180;
