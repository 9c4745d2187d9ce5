/** The way to a robot's program, as the environment sees it: over the wire, or in the same program. */

export interface RobotLink {
  /** Sends a line, given as what it says and as its text. */
  send(line: Line): void;
  /** Whether more lines are taken from it; those that were sent already may still come. */
  setFlow(isOpen: boolean): void;
  /** Tells why, if anything is to be told, and ends it. */
  close(reason?: string): void;
  /** So many bytes wait for the robot to take them. */
  readonly waitingBytes: number;
}

/** What is said, and how it is written: written once, however many it goes to. */
export class Line {
  private writtenText: string | undefined;

  constructor(readonly content: object) {}

  get text(): string {
    this.writtenText ??= `${JSON.stringify(this.content)}\n`;
    return this.writtenText;
  }
}

export type { WallClock as WallTime } from '@kineko/kernel/pacing';
