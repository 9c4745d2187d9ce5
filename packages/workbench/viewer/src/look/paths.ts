/** Addresses at which a server answers the page of the viewer. */
export const VIEWER_PATHS = {
  /** The `Opening`. */
  opening: '/api/opening',
  /** The log. */
  file: '/api/file',
  /** `Findings`. */
  findings: '/api/findings',
  /** The log of the run to compare with. */
  other: '/api/other',
  /** A world is posted here to be run. */
  world: '/api/world',
} as const;
