import { ActiveProtocol, type NekoProcess } from '@kineko/neko';
import { PARAMETERS } from '../brand.js';
import { parameterIn, Parameters, type ParameterTable } from '../parameters.js';
import { SETTLING } from './protocol-test.js';

const BROADCAST_TEST = {
  messages: { type: 'integer', range: { min: 0 }, default: '3', doc: 'number of messages per process' },
  interval: { type: 'number', range: { min: 0 }, unit: 's', default: '1', doc: 'mean time between two messages' },
} as const satisfies ParameterTable;

/**
 * Tests the protocols below it, without robots: each process broadcasts messages at random times, and is done when it has
 * received those of all processes. When all are done, process 0 ends the run, after a while in which the last messages arrive.
 *
 * Parameters: `BroadcastTest.messages` (3), the number of messages per process; `BroadcastTest.interval` (1 s), the mean time
 * between two messages.
 */
export class BroadcastTest extends ActiveProtocol<{ HELLO: { readonly number: number }; DONE: null }> {
  static readonly [PARAMETERS] = BROADCAST_TEST;
  private readonly messages: number;
  private readonly interval: number;

  constructor(process: NekoProcess) {
    super(process);
    const parameters = new Parameters(process, 'BroadcastTest');
    this.messages = parameterIn(parameters, BROADCAST_TEST, 'messages');
    this.interval = parameterIn(parameters, BROADCAST_TEST, 'interval');
  }

  protected async run(): Promise<void> {
    const { process } = this;
    const random = process.random('broadcast');
    for (let number = 1; number <= this.messages; number++) {
      await this.sleep(random.exponential(this.interval));
      this.sendTo(process.all, 'HELLO', { number });
    }
    let missing = this.messages * process.n;
    let done = 0;
    while (missing > 0 || (process.id === 0 && done < process.n)) {
      const { type } = await this.receive();
      if (type === 'DONE') done++;
      else if (--missing === 0) this.sendTo([0], 'DONE', null);
    }
    if (process.id !== 0) return;
    await this.sleep(SETTLING);
    process.shutdown('all processes have received all messages');
  }
}
