/** Connections between the environment and a robot's controller: over TCP, or in the same process. */

/** The connection as the environment sees it. */
export interface RobotLink {
  send(line: Line): void;
  /** Whether more lines are accepted; lines that were sent before may still arrive. */
  setFlow(isOpen: boolean): void;
  /** Ends the connection, after sending the reason if there is one. */
  close(reason?: string): void;
  /** Bytes that the controller has not taken. */
  readonly waitingBytes: number;
}

/** The connection as the controller sees it. */
export interface RobotTransport {
  send(line: object): void;
  /** `heard` is called with each line in order, `ended` with the reason when no more will come. */
  listen(heard: (line: unknown) => void, ended: (reason?: string) => void): void;
  close(): void;
}

/** A line of JSON, serialised once for all receivers. */
export class Line {
  private serialised: string | undefined;

  constructor(readonly content: object) {}

  get text(): string {
    this.serialised ??= `${JSON.stringify(this.content)}\n`;
    return this.serialised;
  }
}
