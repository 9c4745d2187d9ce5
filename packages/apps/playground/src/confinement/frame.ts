/**
 * The frame around the worker in which authors' programs run. Its page is loaded with `sandbox="allow-scripts"`, so that its origin
 * is nobody's and it has nothing of what the playground stores; its Content-Security-Policy lets nothing in or out but what it is
 * given here, and the worker inherits both. Taking away the frame ends the worker, whatever it does.
 */
import type { Job } from '../simulator/protocol.js';

/** What the page hands over, together with the port on which it is answered. */
export interface Handover {
  /** The simulator, as the text of a module. */
  readonly simulator: string;
  readonly job: Job;
}

/** The worker's first script: a plain one, as an origin that is nobody's may start no other. */
const FIRST = `onmessage = ({ data, ports: [port] }) => {
  onmessage = null;
  import(URL.createObjectURL(new Blob([data.simulator], { type: 'text/javascript' }))).then(
    ({ start }) => start(data.job, port),
    (error) => port.postMessage({ type: 'failed', problem: { severity: 'error', text: String(error) } }),
  );
};`;

globalThis.addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<Handover>) => {
  if (source !== parent || port === undefined) return;
  const worker = new Worker(URL.createObjectURL(new Blob([FIRST], { type: 'text/javascript' })));
  worker.postMessage(data, [port]);
});

// Only that it is there: whoever it is, it learns nothing.
parent.postMessage({ type: 'kineko-confined' }, '*');
