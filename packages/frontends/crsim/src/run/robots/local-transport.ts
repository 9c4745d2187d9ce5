/** Connects a controller to an environment in the same process: the same lines as over TCP. */
import { BadLine } from '../steps/requests.js';
import type { ConnectedController, ControllerSlots } from './controller-slots.js';
import type { Line, RobotLink, RobotTransport } from './link.js';

/** Lines arrive in order, and never within the call that sent them. */
export function localTransport(slots: Pick<ControllerSlots, 'admit'>): RobotTransport {
  const toRobot: unknown[] = [];
  const toSlot: object[] = [];
  let heard: ((line: unknown) => void) | undefined;
  let ended: ((reason?: string) => void) | undefined;
  let controller: ConnectedController | undefined;
  let isFlowing = true;
  let isClosed = false;
  let isLeaving = false;
  let isDraining = false;

  const drain = (): void => {
    isDraining = false;
    while (toSlot.length > 0 && isFlowing && !isClosed) take(toSlot.shift()!);
    if (heard !== undefined) while (toRobot.length > 0) heard(toRobot.shift());
    // Lines that were sent ahead are still processed.
    if (isLeaving && toSlot.length === 0) close();
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
    controller?.left();
    // oxlint-disable-next-line kineko/no-timers -- as above
    queueMicrotask(() => {
      drain();
      ended?.(reason);
    });
  };
  const link: RobotLink = {
    waitingBytes: 0,
    send: (line: Line) => {
      toRobot.push(jsonCopy(line.content));
      soon();
    },
    setFlow: (isOpen) => {
      isFlowing = isOpen;
      if (isOpen && toSlot.length > 0) soon();
    },
    close,
  };
  const take = (line: object): void => {
    if (controller !== undefined) {
      controller.receive(() => line);
      return;
    }
    try {
      controller = slots.admit(line, link);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      toRobot.push({ error: error.message });
      close(error.message);
    }
  };
  return {
    send: (line) => {
      toSlot.push(jsonCopy(line));
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

/** A copy as after a transfer, so that the two sides share no objects. */
function jsonCopy<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

declare function queueMicrotask(callback: () => void): void;
