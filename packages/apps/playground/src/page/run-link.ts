/** A run from the page's side: starts in its own frame, and ends by removing the frame. */
import { messageOf } from '@kineko/kernel';
import type { Handover } from '../confinement/frame.js';
import type { FromSimulator, Job, ToSimulator } from '../simulator/protocol.js';

export interface RunLink {
  /** Ends the run at once, without further messages. */
  end(): void;
}

export function startRun(job: Job, receive: (message: FromSimulator) => void): RunLink {
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'simulator';
  frame.hidden = true;
  let isOver = false;
  const pass = (message: FromSimulator): void => {
    if (!isOver) receive(message);
  };
  const fail = (error: unknown): void => {
    const why = messageOf(error);
    pass({ type: 'failed', problem: { severity: 'error', text: `the simulator cannot be loaded: ${why}` } });
  };
  const onFrame = ({ source }: MessageEvent): void => {
    if (source === null || source !== frame.contentWindow) return;
    globalThis.removeEventListener('message', onFrame);
    void import('kineko:simulator').then(({ default: simulator }) => {
      const handover: Handover = { simulator, job };
      // Its opaque origin cannot be named. The data is the user's own project.
      if (!isOver) frame.contentWindow?.postMessage(handover, '*', [port2]);
    }, fail);
  };
  globalThis.addEventListener('message', onFrame);
  port1.addEventListener('message', ({ data }: MessageEvent<FromSimulator>) => {
    if (data.type === 'load') void answer(data.part).catch(fail);
    else pass(data);
  });
  port1.start();
  frame.src = './confinement.html';
  document.body.append(frame);

  async function answer(name: string): Promise<void> {
    const { parts } = await import('kineko:parts');
    const load = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (load === undefined) return;
    const message: ToSimulator = { part: name, text: (await load()).default };
    port1.postMessage(message);
  }

  return {
    end: () => {
      isOver = true;
      globalThis.removeEventListener('message', onFrame);
      port1.close();
      frame.remove();
    },
  };
}
