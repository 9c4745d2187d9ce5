/** Addresses at which a server answers the page of the viewer, or that of the debugger. */
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
  /** A `Branch`: GET returns that of the schedule, POST that of the steps in the body, a list of texts. */
  branch: '/api/branch',
} as const;
