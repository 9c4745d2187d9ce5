/** Who is served how: robots, viewers and panels, over TCP and over web sockets. */
import * as z from 'zod/mini';
import type { Clock, SocketService } from '@kineko/server';
import { Line, type RobotLink } from '../run/robots/link.js';
import type { ConnectedController } from '../run/robots/controller-slots.js';
import type { Panels } from '../run/session/panels.js';
import type { Session } from '../run/session/session.js';
import type { Frame } from '../run/session/viewers.js';
import { BadLine, parseLine, readLine } from '../run/steps/requests.js';
import { CRSIM_LIMITS } from './connection-limits.js';
import type { LineSocket } from './line-socket.js';

export interface ConnectionGuard {
  readonly clock: Pick<Clock, 'after'>;
  /** Whether everybody has to show the token with the first message. */
  readonly needsToken: boolean;
  readonly isToken: (text: string) => boolean;
}

/** Robots: the first line says who it is. */
export function serveRobot(
  admit: (introduction: unknown, link: RobotLink) => ConnectedController,
  guard: ConnectionGuard,
) {
  return (socket: LineSocket): void => {
    const link: RobotLink = {
      send: (line) => socket.send(line.text),
      setFlow: (isOpen) => socket.setFlow(isOpen),
      close: (reason) => {
        if (reason !== undefined) socket.send(new Line({ error: reason }).text);
        socket.close();
      },
      get waitingBytes() {
        return socket.waitingBytes;
      },
    };
    const callOff = guard.clock.after(CRSIM_LIMITS.introductionMs, () => link.close('nobody has said who this is'));
    let controller: ConnectedController | undefined;
    socket.listen({
      line: (text) => {
        if (controller !== undefined) {
          controller.receive(() => parseLine(text));
          return;
        }
        callOff();
        try {
          const introduction = parseLine(text);
          requireToken(introduction, guard);
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
        callOff();
        controller?.left();
      },
    });
  };
}

/** Viewers have nothing to say, but for the token where that is asked for. */
export function serveViewer(session: Session, guard: ConnectionGuard) {
  return (socket: LineSocket): void => {
    let leave: (() => void) | undefined;
    let badLines = 0;
    const enter = (): void => {
      leave = session.viewers.add({
        send: (frame: Frame) => socket.sendBytes(frame.bytes),
        close: () => socket.close(),
        get waitingBytes() {
          return socket.waitingBytes;
        },
      });
    };
    const bad = (why: string): void => {
      if (leave === undefined || ++badLines > CRSIM_LIMITS.badLines) {
        socket.send(new Line({ error: why }).text);
        socket.close();
      }
    };
    const callOff = guard.needsToken
      ? guard.clock.after(CRSIM_LIMITS.introductionMs, () => socket.close())
      : (): void => {};
    if (!guard.needsToken) enter();
    socket.listen({
      line: (text) => {
        try {
          requireToken(parseLine(text), { ...guard, needsToken: leave === undefined });
          if (leave === undefined) enter();
          callOff();
        } catch (error) {
          if (!(error instanceof BadLine)) throw error;
          bad(error.message);
        }
      },
      bad,
      // Who reads from a pipe has nothing to say.
      ended: () => {
        if (leave === undefined) socket.close();
      },
      closed: () => {
        callOff();
        leave?.();
      },
    });
  };
}

export function servePanel(panels: Panels, guard: ConnectionGuard) {
  return (socket: LineSocket): void => {
    const panel = panels.connect(
      {
        send: (content) => socket.send(new Line(content).text),
        close: (reason) => {
          if (reason !== undefined) socket.send(new Line({ error: reason }).text);
          socket.close();
        },
        get waitingBytes() {
          return socket.waitingBytes;
        },
      },
      { hasToken: false, needsToken: guard.needsToken },
    );
    const callOff = guard.clock.after(CRSIM_LIMITS.helloMs, () => {
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
        callOff();
        panel.left();
      },
    });
  };
}

/** The same for pages: whoever comes in by a web socket has shown the token at the guard. */
export function webServices(session: Session, panels: Panels): Readonly<Record<string, SocketService>> {
  return {
    '/viewer': (peer) => {
      const leave = session.viewers.add({
        send: (frame) => peer.send(frame.text),
        close: (reason = 'the environment ends') => peer.close(1001, reason),
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
          close: (reason = 'the environment ends') => peer.close(1001, reason),
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

function requireToken(
  introduction: unknown,
  { needsToken, isToken }: Pick<ConnectionGuard, 'needsToken' | 'isToken'>,
): void {
  if (!needsToken) return;
  const { token } = readLine(WITH_TOKEN, introduction);
  if (typeof token === 'string' && isToken(token)) return;
  throw new BadLine('the first line must carry the token that was printed when the environment started');
}
