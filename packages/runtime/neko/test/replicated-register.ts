/** A register in every process, with reads and writes ordered by a total order broadcast: linearizable if the order is total and uniform. */
import type { NekoMessage, NekoProcess, Receiver, Sender } from './library.js';
import type { Drive } from './swarm.js';

const ID = 'register';

type Operation = { readonly operation: string; readonly call: 'read' | 'write' | 'swap'; readonly value: string };
const CALLS = ['write', 'read', 'swap'] as const;

/** @param broadcast Wires the broadcast below the given receiver. */
export function registerOver(process: NekoProcess, broadcast: (above: Receiver) => Sender): Drive {
  let register: string | null = null;
  let invoked = 0;
  const note = (event: string, value: object): void => {
    const { emit, now: time, id } = process;
    emit?.({ type: 'protocolEvent', time, process: id, protocol: ID, event, value: value as never });
  };
  const below = broadcast({
    deliver: ({ from, content }: NekoMessage) => {
      const { operation, call, value } = content as Operation;
      const before = register;
      if (call !== 'read') register = value;
      if (from === process.id) note('respond', { operation, result: call === 'write' ? null : before });
    },
  });
  return {
    act: (k) => {
      if (process.isCrashed) return;
      const operation = `${process.id};${invoked++}`;
      const content: Operation = { operation, call: CALLS[k % CALLS.length]!, value: operation };
      note('invoke', content);
      below.send({ to: process.all, protocol: ID, type: 'OPERATION', content });
    },
  };
}
