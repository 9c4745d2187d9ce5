/** The watchdog's thread: sees that the main thread no longer serves what comes, and acts in its place. */
import { Session } from 'node:inspector';
import { constants } from 'node:os';
import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { BEAT, EVENTS, HOOK, type Hook, SIGNALS, type WatchdogData } from './shared.js';

const { memory, stallMs } = workerData as WatchdogData;
const shared = new Int32Array(memory);

/** So long the main thread has to serve a signal, before its run is told to stop, and then before the program is ended. */
const STOP_AFTER_MS = 200;
const END_AFTER_MS = 600;
/** If even that has no effect. */
const KILL_AFTER_MS = 1000;

/** So many steps the main thread goes on at most until it is in an author's code. */
const MAX_STEPS = 30;

let beat = 0;
let events = 0;
/** When the main thread last served something, and when an event was last run, as far as is known. */
let beatAt = performance.now();
let eventAt = beatAt;
let isReported = false;
/** Whether the main thread is being asked. */
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
  // Events may be run although nothing else is served, if authors' code takes its time.
  if (isReported || isAsking || now - beatAt < stallMs / 2) return;
  isAsking = true;
  call('events', (count) => {
    isAsking = false;
    if (count !== events) {
      events = count as number;
      eventAt = now;
    } else if (now - eventAt >= stallMs && !isReported) {
      // Between two promises nobody's code is being run: then it is halted at its next step.
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
  isAsking = true;
  session.on('Debugger.paused', ({ params }) => {
    const { callFrameId } = params.callFrames[0]!;
    const expression = expressionOf('report()');
    session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression, returnByValue: true }, (error, answer) => {
      isReported ||= error === null && answer.result.value === true;
      if (!isReported && ++steps < MAX_STEPS) return session.post('Debugger.stepInto');
      session.post('Debugger.resume');
      session.post('Debugger.disable', () => session.disconnect());
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

/** Has the main thread do something, whatever it is at: the debugger's interface can interrupt it. */
function call(what: Call, done: (result: unknown) => void = () => {}): void {
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.evaluate', { expression: expressionOf(what), returnByValue: true }, (error, answer) => {
    session.disconnect();
    if (error === null) done(answer.result.value);
  });
}

/**
 * Signals come to the main thread only, as far as Node's own interface goes; what that is made of can be had in any thread. Where
 * it cannot, a program in an endless loop has to be killed.
 */
function listenToSignals(): void {
  let received = 0;
  const onsignal = (): void => {
    const number = ++received;
    const isServed = (): boolean => Atomics.load(shared, SIGNALS) >= number;
    // The second one means at once.
    const [stop, end] = number === 1 ? [STOP_AFTER_MS, END_AFTER_MS] : [0, 0];
    setTimeout(() => isServed() || call('stop()'), stop);
    setTimeout(() => {
      if (isServed()) return;
      call('end()');
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS);
    }, end);
  };
  try {
    // Of this thread only: users cannot do anything about it.
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
    // See above.
  }
}

interface SignalHandle {
  onsignal: () => void;
  unref(): void;
  start(signal: number): void;
}
