export { ActiveProtocol, type MessageOf } from './active-protocol.js';
export { Dispatcher } from './dispatcher.js';
export { Layer } from './layer.js';
export {
  MessageError,
  type NekoMessage,
  type Outgoing,
  type Receiver,
  type Sender,
  unwrap,
  wrap,
  type Wrapped,
} from './message.js';
export type { Network } from './network.js';
export { NetworkError } from './networks/checked.js';
export { BasicChannel, type BasicOptions } from './networks/sim/basic.js';
export { Channel, type ChannelEnd, ChannelWrapper, SimNetwork } from './networks/sim/channel.js';
export { FifoChannel } from './networks/sim/fifo.js';
export { RandomChannel, type RandomOptions } from './networks/sim/random.js';
export { type NekoHost, NekoProcess } from './process.js';
export { type Contents, type Handlers, Protocol } from './protocol.js';
export type { Emit, NekoRecord } from './records.js';
export { NekoSystem, type NekoSystemOptions, type ProcessInitializer } from './system.js';
export { Timer, TimerError } from './timer.js';
export { WiringError } from './wiring-error.js';
