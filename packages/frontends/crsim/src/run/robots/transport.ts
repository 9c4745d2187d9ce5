/** The way to the environment, as a robot's program sees it: over the wire, or in the same program. */

export interface RobotTransport {
  send(line: object): void;
  /** What comes from the environment; called for each line in order. `ended` is told why no more will come. */
  listen(heard: (line: unknown) => void, ended: (reason?: string) => void): void;
  close(): void;
}
