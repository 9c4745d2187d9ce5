/** The watchdog's thread: detects that the main thread is blocked, and handles signals in its place. */
import { Session } from 'node:inspector';
import { constants } from 'node:os';
import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { BEAT, EVENTS, HOOK, type Hook, SIGNALS, type WatchdogData } from './shared.js';

const { memory, stallMs } = workerData as WatchdogData;
const shared = new Int32Array(memory);

/** Time that the main thread has to handle a signal before its run is stopped, and before the program is ended. */
const STOP_AFTER_MS = 200;
const END_AFTER_MS = 600;
/** Time before the process is killed if that had no effect: a busy machine takes seconds to write the results. */
const KILL_AFTER_MS = 10_000;

/** Maximum number of debugger steps until the main thread is in author code. */
const MAX_STEPS = 30;

let beat = 0;
let events = 0;
/** When the main thread last handled its event loop, and when it last ran an event, as far as is known. */
let beatAt = performance.now();
let eventAt = beatAt;
let isReported = false;
/** Whether a call to the main thread is pending. */
let isAsking = false;

setInterval(look, Math.min(250, stallMs / 4));
listenToSignals();

function look(): void {
  const now = performance.now();
  const latest = Atomics.load(shared, BEAT);
  if (latest !== beat) {
    beat = latest;
    events = Atomics.load(shared, EVENTS);
    beatAt = eventAt = now;
    isReported = false;
    return;
  }
  // Slow author code may run events although the event loop is blocked.
  if (isReported || isAsking || now - beatAt < stallMs / 2) return;
  isAsking = true;
  call('events', (count) => {
    isAsking = false;
    if (typeof count !== 'number') return;
    if (count !== events) {
      events = count;
      eventAt = now;
    } else if (now - eventAt >= stallMs && !isReported) {
      // Between two promises no author code is running: then the debugger halts it at its next step.
      isAsking = true;
      call('report()', (isDone) => {
        isAsking = false;
        isReported ||= isDone === true;
        if (!isReported) reportAtNextStep();
      });
    }
  });
}

function reportAtNextStep(): void {
  const session = new Session();
  session.connectToMainThread();
  let steps = 0;
  let isOver = false;
  isAsking = true;
  session.on('Debugger.paused', ({ params }) => {
    // The main thread may halt once more before it resumes. A call without a session would end this thread.
    if (isOver) return;
    const { callFrameId } = params.callFrames[0]!;
    const expression = expressionOf('report()');
    session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression, returnByValue: true }, (error, answer) => {
      if (isOver) return;
      isReported ||= error === null && answer.result.value === true;
      if (!isReported && ++steps < MAX_STEPS) return session.post('Debugger.stepInto');
      session.post('Debugger.resume');
      session.post('Debugger.disable', () => session.disconnect());
      isOver = true;
      isAsking = false;
    });
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

type Call = `${keyof Hook}${'()' | ''}`;

function expressionOf(what: Call): string {
  return `globalThis[Symbol.for(${JSON.stringify(HOOK)})].${what}`;
}

/** Evaluates an expression in the main thread, which the debugger's interface can interrupt anywhere. */
function call(what: Call, done: (result: unknown) => void = () => {}): void {
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.evaluate', { expression: expressionOf(what), returnByValue: true }, (error, answer) => {
    session.disconnect();
    done(error === null ? answer.result.value : undefined);
  });
}

/**
 * Node delivers signals to the main thread only, but its internal binding works in any thread. Where it does not, a program in an
 * endless loop has to be killed.
 */
function listenToSignals(): void {
  let received = 0;
  const onsignal = (): void => {
    const number = ++received;
    const isServed = (): boolean => Atomics.load(shared, SIGNALS) >= number;
    // The second signal acts at once.
    const [stop, end] = number === 1 ? [STOP_AFTER_MS, END_AFTER_MS] : [0, 0];
    setTimeout(() => isServed() || call('stop()'), stop);
    setTimeout(() => {
      if (isServed()) return;
      call('end()');
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS);
    }, end);
  };
  try {
    // In this thread only: users cannot do anything about the deprecation.
    process.noDeprecation = true;
    const { binding } = process as unknown as { binding(name: string): { Signal: new () => SignalHandle } };
    const { Signal } = binding('signal_wrap');
    for (const number of [constants.signals.SIGINT, constants.signals.SIGTERM]) {
      const handle = new Signal();
      handle.unref();
      handle.onsignal = onsignal;
      handle.start(number);
    }
  } catch {
    // The binding is not available: see above.
  }
}

interface SignalHandle {
  onsignal: () => void;
  unref(): void;
  start(signal: number): void;
}
