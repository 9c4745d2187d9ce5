/** Keys of Neko that have no effect: they are accepted, so that its files can be used unchanged. */
import type { KeyRow, KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';

type KeysByType = Partial<Readonly<Record<ValueType, readonly string[]>>>;

/** @param doc Why the keys have no effect. */
function ignored(effect: 'lost' | 'unneeded', doc: string, keys: KeysByType): [string, KeyRow<ValueType>][] {
  return Object.entries(keys).flatMap(([type, names]) =>
    names.map((name): [string, KeyRow<ValueType>] => [name, { type: type as ValueType, effect, doc }]),
  );
}

export const IGNORED_KEYS: KeyTable<ValueType> = Object.fromEntries([
  ...ignored('unneeded', 'there is one engine', { text: ['simulation.engine'] }),
  ...ignored('unneeded', 'times in logs have three decimals', { text: ['timeFormat'] }),
  ...ignored('unneeded', 'random numbers come from another generator', { boolean: ['random.backwardCompatible'] }),
  ...ignored('unneeded', 'clocks are always precise', { boolean: ['clock.precise'] }),
  ...ignored('unneeded', 'the command line decides where logs go', { texts: ['handlers'] }),
  ...ignored('unneeded', "for Java's loggers", {
    text: ['.level', '<name>.level', 'java.util.logging.<name>', 'lse.neko.util.logging.<name>'],
  }),
  ...ignored('lost', 'queues have no limit', { integer: ['network.outgoingQueue.high', 'network.outgoingQueue.low'] }),
  ...ignored('lost', 'only heartbeats count', { boolean: ['heartbeat.useApplicationMessages'] }),
  ...ignored('unneeded', 'can be measured from the records of any run', { boolean: ['heartbeat.measureQoS'] }),
  ...ignored('lost', 'the seed of the run decides', { integer: ['SimulatedDetectorWithWrongSuspicions.seed'] }),
  ...ignored('lost', 'see `protocol`', {
    boolean: ['algorithm.rbcast.fake', 'algorithm.rbcast.nackbased'],
    class: ['algorithm.initializer'],
  }),
  ...ignored('lost', 'for TokenAndFDBased, which is not supported', {
    integer: ['algorithm.f'],
    text: ['lse.neko.abcast.TokenAndFDBased.<name>'],
  }),
  ...ignored('lost', 'the protocol has no such limit', {
    integer: ['ChandraToueg.proposal.max.size', 'ChandraToueg.buffer.max.size', 'FixedSequencerNU.buffer.max.size'],
  }),
  ...ignored('lost', 'the protocol has no such delay', {
    number: [
      'FixedSequencerNU.leakyBucket.minDelay',
      'FixedSequencerU.acksLimit',
      'FixedSequencerU.orderMaxSend',
      'VSStabilityLayer.maxDelay',
      'VSStateTransfer.maxDelay',
    ],
    boolean: ['FixedSequencerU.acksDelay', 'FixedSequencerU.orderSendDelay'],
  }),
  ...ignored('lost', 'the layer is not supported', { boolean: ['VSStateTransfer.sendBunch'] }),
  ...ignored('lost', "for a test of Neko's; see `process.crash.start`", { integer: ['process.crash'] }),
  ...ignored('lost', 'see `fd.simulatedWithWrongSuspicions`', { numbers: ['process.<i>.false_suspect.process.<i>'] }),
  ...ignored('lost', 'for a test outside Neko', { integer: ['messages.number'] }),
  ...ignored('lost', "for Neko's latency test", {
    text: ['client.<name>', 'test.<name>'],
    integer: ['server.num'],
    number: ['clock.precision', 'failure.time'],
  }),
]);
