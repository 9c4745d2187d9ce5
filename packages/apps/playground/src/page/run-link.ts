/** A run, from the page's side: started in a frame of its own, heard of, and ended by taking the frame away. */
import { messageOf } from '@kineko/kernel';
import type { Handover } from '../confinement/frame.js';
import type { FromSimulator, Job, ToSimulator } from '../simulator/protocol.js';

export interface RunLink {
  /** At once, whatever it does; nothing is heard of it any more. */
  end(): void;
}

export function startRun(job: Job, hear: (message: FromSimulator) => void): RunLink {
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'where programs run';
  frame.hidden = true;
  let isOver = false;
  const tell = (message: FromSimulator): void => {
    if (!isOver) hear(message);
  };
  const fail = (error: unknown): void => {
    const why = messageOf(error);
    tell({ type: 'failed', problem: { severity: 'error', text: `the simulator cannot be loaded: ${why}` } });
  };
  const onFrame = ({ source }: MessageEvent): void => {
    if (source === null || source !== frame.contentWindow) return;
    globalThis.removeEventListener('message', onFrame);
    void import('kineko:simulator').then(({ default: simulator }) => {
      const handover: Handover = { simulator, job };
      // Its origin is nobody's: it cannot be named. What is handed over is the reader's own.
      if (!isOver) frame.contentWindow?.postMessage(handover, '*', [port2]);
    }, fail);
  };
  globalThis.addEventListener('message', onFrame);
  port1.addEventListener('message', ({ data }: MessageEvent<FromSimulator>) => {
    if (data.type === 'ask') void answer(data.part).catch(fail);
    else tell(data);
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
