/**
 * What sensors put on record. Requests and replies are plain data: null, booleans, numbers, strings, arrays and plain
 * objects of these.
 *
 * Structural, as the record types themselves live in `@kineko/formats/trace`; that is the place to change them.
 */
export type SensorRecord =
  | {
      readonly type: 'sensorRequest';
      readonly time: number;
      readonly robot: number;
      /** The name of the sensor. */
      readonly sensor: string;
      readonly request: unknown;
    }
  /** The answer to a request. */
  | {
      readonly type: 'sensorReply';
      readonly time: number;
      readonly robot: number;
      readonly sensor: string;
      readonly reply: unknown;
    }
  /** A push sensor told its robot something, unasked. */
  | {
      readonly type: 'sensorEvent';
      readonly time: number;
      readonly robot: number;
      readonly sensor: string;
      readonly reply: unknown;
    };
