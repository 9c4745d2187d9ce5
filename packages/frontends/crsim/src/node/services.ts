/** Serves robots, viewers and panels over TCP, and viewers and panels over web sockets. */
import * as z from 'zod/mini';
import type { Clock, Peer, PeerListener } from '@kineko/server';
import type { ConnectedController } from '../run/robots/controller-slots.js';
import { JsonLine, type RobotLink } from '../run/robots/link.js';
import type { Panels } from '../run/session/panels.js';
import type { Session } from '../run/session/session.js';
import { BadLine, parseLine, readLine } from '../run/steps/requests.js';
import { CRSIM_LIMITS } from './connection-limits.js';
import type { LineSocket } from './line-socket.js';

export interface ConnectionGuard {
  readonly clock: Pick<Clock, 'after'>;
  /** Whether the first message of every client must contain the token. */
  readonly needsToken: boolean;
  readonly isToken: (text: string) => boolean;
}

function closeWith(socket: LineSocket, reason: string | undefined): void {
  if (reason !== undefined) socket.send(new JsonLine({ error: reason }).text);
  socket.close();
}

/** Serves controllers of robots: the first line names the robot. */
export function serveRobot(
  admit: (introduction: unknown, link: RobotLink) => ConnectedController,
  guard: ConnectionGuard,
) {
  return (socket: LineSocket): void => {
    const link: RobotLink = {
      send: (line) => socket.send(line.text),
      setFlow: (isOpen) => socket.setFlow(isOpen),
      close: (reason) => closeWith(socket, reason),
      get waitingBytes() {
        return socket.waitingBytes;
      },
    };
    const cancelTimer = guard.clock.after(CRSIM_LIMITS.introductionMs, () => link.close('no introduction in time'));
    let controller: ConnectedController | undefined;
    let latest = '';
    const read = (): unknown => parseLine(latest);
    socket.listen({
      line: (text) => {
        if (controller !== undefined) {
          latest = text;
          controller.receive(read, text);
          return;
        }
        cancelTimer();
        try {
          const introduction = parseLine(text);
          if (guard.needsToken) requireToken(introduction, guard);
          controller = admit(introduction, link);
        } catch (error) {
          if (!(error instanceof BadLine)) throw error;
          link.close(error.message);
        }
      },
      bad: (why) => {
        if (controller === undefined) link.close(why);
        else controller.reject(why);
      },
      closed: () => {
        cancelTimer();
        controller?.left();
      },
    });
  };
}

/** Serves viewers, which send nothing but the token where it is needed. */
export function serveViewer(session: Session, guard: ConnectionGuard) {
  return (socket: LineSocket): void => {
    let leave: (() => void) | undefined;
    let badLines = 0;
    const enter = (): void => {
      leave = session.viewers.add({
        send: (frame) => socket.sendBytes(frame.bytes),
        close: () => socket.close(),
        get waitingBytes() {
          return socket.waitingBytes;
        },
      });
    };
    const bad = (why: string): void => {
      if (leave === undefined || ++badLines > CRSIM_LIMITS.badLines) closeWith(socket, why);
    };
    const cancelTimer = guard.needsToken
      ? guard.clock.after(CRSIM_LIMITS.introductionMs, () => socket.close())
      : (): void => {};
    if (!guard.needsToken) enter();
    socket.listen({
      line: (text) => {
        try {
          const message = parseLine(text);
          if (leave === undefined) {
            requireToken(message, guard);
            enter();
          }
          cancelTimer();
        } catch (error) {
          if (!(error instanceof BadLine)) throw error;
          bad(error.message);
        }
      },
      bad,
      // A viewer with a closed input may still read.
      ended: () => {
        if (leave === undefined) socket.close();
      },
      closed: () => {
        cancelTimer();
        leave?.();
      },
    });
  };
}

export function servePanel(panels: Panels, guard: ConnectionGuard) {
  return (socket: LineSocket): void => {
    const panel = panels.connect(
      {
        send: (content) => socket.send(new JsonLine(content).text),
        close: (reason) => closeWith(socket, reason),
        get waitingBytes() {
          return socket.waitingBytes;
        },
      },
      { hasToken: false, needsToken: guard.needsToken },
    );
    const cancelTimer = guard.clock.after(CRSIM_LIMITS.helloMs, () => {
      if (!panel.isKnown) socket.close();
    });
    socket.listen({
      line: (text) => panel.receive(() => parseLine(text)),
      bad: (why) =>
        panel.receive(() => {
          throw new BadLine(why);
        }),
      ended: () => panel.finish(),
      closed: () => {
        cancelTimer();
        panel.left();
      },
    });
  };
}

/** The web sockets of pages, whose clients have shown the token in the handshake. */
export function webServices(session: Session, panels: Panels): Readonly<Record<string, (peer: Peer) => PeerListener>> {
  const ENDED = 'the environment ends';
  return {
    '/viewer': (peer) => {
      const leave = session.viewers.add({
        send: (frame) => peer.send(frame.text),
        close: (reason = ENDED) => peer.close(1001, reason),
        get waitingBytes() {
          return peer.bufferedBytes;
        },
      });
      return { message: () => {}, closed: leave };
    },
    '/panel': (peer) => {
      const panel = panels.connect(
        {
          send: (content) => peer.send(JSON.stringify(content)),
          close: (reason = ENDED) => peer.close(1001, reason),
          get waitingBytes() {
            return peer.bufferedBytes;
          },
        },
        { hasToken: true, needsToken: true },
      );
      return {
        message: (data) => panel.receive(() => parseLine(data)),
        closed: () => panel.left(),
      };
    },
  };
}

const WITH_TOKEN = z.looseObject({ token: z.optional(z.unknown()) });

function requireToken(introduction: unknown, { isToken }: ConnectionGuard): void {
  const { token } = readLine(WITH_TOKEN, introduction);
  if (typeof token === 'string' && isToken(token)) return;
  throw new BadLine('the first line must contain the token that was printed when the environment started');
}
