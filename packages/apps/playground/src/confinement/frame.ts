/**
 * The frame around the worker that runs authors' programs. It is loaded with `sandbox="allow-scripts"`, so its origin is opaque and
 * it cannot read what the playground stores. Its Content-Security-Policy allows no requests, and the worker inherits both. Removing
 * the frame ends the worker.
 */
import type { Job } from '../simulator/protocol.js';

/** Sent by the page, together with a port for the answers. */
export interface Handover {
  /** Code of the simulator, as a module. */
  readonly simulator: string;
  readonly job: Job;
}

/** The first script of the worker: a classic one, since an opaque origin may start no module. */
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

// Reveals nothing to an unknown parent.
parent.postMessage({ type: 'kineko-confined' }, '*');
