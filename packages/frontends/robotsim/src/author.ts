/**
 * What authors of algorithms, protocols, sensors and motions import, by the name of `kineko`: one list for the program and for
 * the page that runs their files. Loads nothing heavy.
 */
export * from '@kineko/geometry';
export {
  all,
  first,
  Interrupted,
  Latch,
  Mailbox,
  Random,
  RandomStream,
  Signal,
  timeout,
  TIMED_OUT,
  Wait,
} from '@kineko/kernel';
export * from '@kineko/neko';
export {
  type AnyMotionModule,
  MotionError,
  type MotionModule,
  type MotionRequest,
  type Party,
  type Phase,
  PushSensor,
  Sensor,
  type WorldView,
  type World,
} from '@kineko/world';
export * from './index.js';
