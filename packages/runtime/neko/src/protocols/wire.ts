import type { Receiver, Sender } from '../message.js';
import type { Protocol } from '../protocol.js';

/**
 * Connects a protocol and launches it. Stacks are wired from below:
 *
 *     const link = wire(new ReliableLink(process), 'link', process.network());
 *     const broadcast = wire(new ReliableBroadcast(process), 'rbcast', link);
 *     const application = wire(new Application(process), 'application', broadcast);
 *
 * @param below A network, or the protocol below.
 * @param above The receiver of what it delivers. The default, the dispatcher, finds the protocol by the id in the
 * message, so that several protocols may share one layer.
 */
export function wire<P extends Protocol<never>>(
  protocol: P,
  id: string,
  below: Sender,
  above: Receiver = protocol.process.dispatcher,
): P {
  protocol.setId(id);
  protocol.setSender(below);
  protocol.setReceiver(above);
  protocol.launch();
  return protocol;
}
