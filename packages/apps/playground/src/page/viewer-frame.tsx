/** The viewer, in a frame: it gets the trace of a run, and shows it as `kineko view` would. */
import { FRAMED, type FromViewer, type ToViewer } from '@kineko/viewer';
import { useEffect, useRef } from 'preact/hooks';
import * as store from './store.js';

let frame: HTMLIFrameElement | null = null;
let isListening = false;
/** What is to be shown as soon as it listens. */
let waiting: ToViewer | undefined;

/** Also before the viewer is there. */
export function show(run: Blob, name: string): void {
  const plays = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  tell((waiting = { type: 'kineko-show', name, run, plays }));
}

function tell(message: ToViewer): void {
  if (isListening) frame?.contentWindow?.postMessage(message, location.origin);
}

function hear({ source, data }: MessageEvent<FromViewer>): void {
  if (frame === null || source !== frame.contentWindow || data.type !== 'kineko-listening') return;
  isListening = true;
  tell({ type: 'kineko-theme', theme: store.theme.peek() });
  if (waiting !== undefined) tell(waiting);
}

export function ViewerFrame() {
  const element = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    frame = element.current;
    globalThis.addEventListener('message', hear);
    // Only now: what it says first must be heard.
    frame!.src = `./viewer/index.html#${FRAMED}`;
    return () => globalThis.removeEventListener('message', hear);
  }, []);
  useEffect(() => tell({ type: 'kineko-theme', theme: store.theme.value }), [store.theme.value]);
  return <iframe ref={element} id="viewer" title="what happened" />;
}
