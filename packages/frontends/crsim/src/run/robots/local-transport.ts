/** Robots in the same program as their environment: the same lines, and no wire. */
import { BadLine } from '../steps/requests.js';
import type { Line, RobotLink } from './link.js';
import type { Seats, Sitter } from './seats.js';
import type { RobotTransport } from './transport.js';

/** Connects to an environment of the same program. Lines arrive in order, never within the call that sent them. */
export function localTransport(seats: Pick<Seats, 'admit'>): RobotTransport {
  const toRobot: unknown[] = [];
  const toSeat: object[] = [];
  let heard: ((line: unknown) => void) | undefined;
  let ended: ((reason?: string) => void) | undefined;
  let sitter: Sitter | undefined;
  let isFlowing = true;
  let isClosed = false;
  let isLeaving = false;
  let isDraining = false;

  const drain = (): void => {
    isDraining = false;
    while (toSeat.length > 0 && isFlowing && !isClosed) take(toSeat.shift()!);
    if (heard !== undefined) while (toRobot.length > 0) heard(toRobot.shift());
    // What it has sent ahead is still heard.
    if (isLeaving && toSeat.length === 0) close();
  };
  const soon = (): void => {
    if (isDraining) return;
    isDraining = true;
    // oxlint-disable-next-line kineko/no-timers -- stands for a connection; what arrives is recorded as a command
    queueMicrotask(drain);
  };
  const close = (reason?: string): void => {
    if (isClosed) return;
    isClosed = true;
    sitter?.left();
    // oxlint-disable-next-line kineko/no-timers -- as above
    queueMicrotask(() => {
      drain();
      ended?.(reason);
    });
  };
  const link: RobotLink = {
    waitingBytes: 0,
    send: (line: Line) => {
      toRobot.push(structuredCopy(line.content));
      soon();
    },
    setFlow: (isOpen) => {
      isFlowing = isOpen;
      if (isOpen && toSeat.length > 0) soon();
    },
    close,
  };
  const take = (line: object): void => {
    if (sitter !== undefined) {
      sitter.hear(() => line);
      return;
    }
    try {
      sitter = seats.admit(line, link);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      toRobot.push({ error: error.message });
      close(error.message);
    }
  };
  return {
    send: (line) => {
      toSeat.push(structuredCopy(line));
      soon();
    },
    listen: (onLine, onEnd) => {
      heard = onLine;
      ended = onEnd;
      soon();
    },
    close: () => {
      isLeaving = true;
      soon();
    },
  };
}

/** As it would be on the other side of a wire: nobody shares anything. */
function structuredCopy<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

declare function queueMicrotask(callback: () => void): void;
