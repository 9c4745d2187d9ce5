/** A running simulation in Foxglove: the server of its channels, for clients of this machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expected } from '@kineko/formats/problem';
import type { Pacer } from '@kineko/kernel/pacing';
import type { RecordSink, Run, Scenario } from '@kineko/run';
import { type CliContext, UsageError } from '@kineko/run/console';

/** The usual port of Foxglove's protocol. */
const PORT = 8765;

export interface FoxgloveRequest {
  /** Port; the usual one if it is empty. */
  readonly port: string;
  readonly origins: readonly string[] | undefined;
  /** Seconds to wait for the first client. */
  readonly wait: number;
  readonly pacer: Pacer | undefined;
  readonly warn: (text: string) => void;
}

export interface FoxgloveView {
  readonly sink: RecordSink;
  /** Resolves when a client has subscribed to a channel, after a timeout, or on Ctrl-C: a short run would end unseen. */
  waitForClient(signal: AbortSignal): Promise<void>;
  begin(run: Run, recording: { passOn(): void }): void;
  close(): Promise<void>;
}

export async function startFoxglove(
  scenario: Scenario,
  { port: given, origins, wait, pacer, warn }: FoxgloveRequest,
  { stderr }: CliContext,
): Promise<FoxgloveView> {
  const port = given === '' ? PORT : /^\d{1,5}$/.test(given) && Number(given) <= 65535 ? Number(given) : undefined;
  if (port === undefined)
    throw new UsageError(`--foxglove: ${expected('a port from 0 (any free one) to 65535', given)}`);
  const { FoxgloveHub } = await import('@kineko/interop/node');
  const { startServer } = await import('@kineko/server');
  const { shapeOf } = await import('@kineko/viewer');
  let run: Run | undefined;
  let onClient = (): void => {};
  const firstClient = new Promise<void>((resolve) => {
    onClient = resolve;
  });
  const hub = await FoxgloveHub.create({
    name: scenario.name,
    outlineOf: shapeOf,
    reached: () => Math.max(run?.now ?? 0, pacer?.continuous === true ? pacer.reached : 0),
    onSubscribed: () => onClient(),
  });
  const server = await startServer({
    port,
    sockets: { '/': hub.accept },
    foreign: { origins, protocols: FoxgloveHub.protocols, onRefused: (text) => warn(text) },
  });
  stderr.write(`open ws://localhost:${server.port} in Foxglove, Ctrl-C ends the run\n`);
  return {
    sink: hub.sink,
    async waitForClient(signal) {
      if (wait <= 0 || signal.aborted) return;
      stderr.write(`waiting for a client; the run starts without one in ${wait} s (--wait 0 starts it at once)\n`);
      const ending = new AbortController();
      const timeout = sleep(wait * 1000, 'timeout', { signal: AbortSignal.any([signal, ending.signal]) });
      const reason = await Promise.race([firstClient, timeout.catch(() => undefined)]);
      ending.abort();
      if (reason === 'timeout') stderr.write('no client has subscribed to a channel: the run starts without one\n');
    },
    begin(opened, recording) {
      run = opened;
      hub.follow(recording);
    },
    async close() {
      hub.close();
      await server.close();
    },
  };
}
