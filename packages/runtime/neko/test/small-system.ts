/** A few processes on a simulated network, with all their records. */
import type { RecordOf } from '@kineko/formats/trace';
import { BasicChannel } from '../src/networks/sim/basic.js';
import { type Channel, SimNetwork } from '../src/networks/sim/channel.js';
import type { NekoHost } from '../src/process.js';
import type { NekoRecord } from '../src/records.js';
import { NekoSystem, type ProcessInitializer } from '../src/system.js';

export function smallSystem(
  n: number,
  initializer: ProcessInitializer | readonly ProcessInitializer[],
  channel: (host: NekoHost) => Channel = (host) => new BasicChannel(host),
  seed = 1,
) {
  const records: NekoRecord[] = [];
  const system = new NekoSystem({
    n,
    seed,
    initializer,
    networks: (host) => [new SimNetwork(host, channel(host))],
    emit: (record) => void records.push(record),
  });
  const recordsOf = <T extends NekoRecord['type']>(type: T): RecordOf<T>[] =>
    records.filter((record): record is RecordOf<T> & NekoRecord => record.type === type);
  return { system, records, recordsOf };
}
