/** Connections between the environment and a robot's controller: over TCP, or in the same process. */
import type { SensorResponse } from '../world/sensor-kinds.js';

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

/** A line of JSON. */
export interface Line {
  readonly content: object;
  readonly text: string;
}

/** A line that is serialised once for all receivers. */
export class JsonLine implements Line {
  private serialised: string | undefined;

  constructor(readonly content: object) {}

  get text(): string {
    this.serialised ??= `${JSON.stringify(this.content)}\n`;
    return this.serialised;
  }
}

/** The response of a sensor; `isLast` marks the last one of a step. */
export class ResponseLine implements Line {
  constructor(
    private readonly response: SensorResponse,
    private readonly isLast: boolean,
  ) {}

  get content(): object {
    return { ...this.response, last: this.isLast };
  }

  /** As JSON of the content, without a copy of the response. */
  get text(): string {
    return `${JSON.stringify(this.response).slice(0, -1)},"last":${this.isLast}}\n`;
  }
}
