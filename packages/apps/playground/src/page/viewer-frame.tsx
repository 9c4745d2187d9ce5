/** The viewer in a frame, which shows the trace of a run as `kineko view` does. */
import { FRAMED, type FromViewer, type ToViewer } from '@kineko/viewer';
import { useLayoutEffect, useRef } from 'preact/hooks';
import * as store from './store.js';

let frame: HTMLIFrameElement | null = null;
let isListening = false;
/** Sent as soon as the viewer listens. */
let waiting: ToViewer | undefined;

/** May be called before the viewer listens. */
export function show(run: Blob, name: string, end: number | undefined): void {
  const plays = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  post((waiting = { type: 'kineko-show', name, run, end, plays }));
}

function post(message: ToViewer): void {
  if (isListening) frame?.contentWindow?.postMessage(message, location.origin);
}

function receive({ source, data }: MessageEvent<FromViewer>): void {
  if (frame === null || source !== frame.contentWindow || data.type !== 'kineko-listening') return;
  isListening = true;
  post({ type: 'kineko-theme', theme: store.theme.peek() });
  if (waiting !== undefined) post(waiting);
}

export function ViewerFrame() {
  const element = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => {
    frame = element.current;
    globalThis.addEventListener('message', receive);
    // Set after the listener, so that no message is missed.
    frame!.src = `./viewer/index.html#${FRAMED}`;
    return () => globalThis.removeEventListener('message', receive);
  }, []);
  useLayoutEffect(() => post({ type: 'kineko-theme', theme: store.theme.value }), [store.theme.value]);
  return <iframe ref={element} id="viewer" title="viewer" />;
}
